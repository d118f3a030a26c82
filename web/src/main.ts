import '@fontsource-variable/fraunces';
import '@fontsource-variable/fraunces/wght-italic.css';
import '@fontsource-variable/inter';
import './style/tokens.css';
import './style/base.css';
import './style/shapes.css';
import './style/tables.css';
import './style/pages.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { device } from './lib/device.svelte';

const house = document.getElementById('house');
device.keepShell();
if (house) {
  house.replaceChildren();
  mount(App, { target: house });
}
