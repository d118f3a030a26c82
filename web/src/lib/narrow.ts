/** Whether the page is as small as a phone, upright or lying down. */
import { MediaQuery } from 'svelte/reactivity';

export const narrow = new MediaQuery('(max-width: 760px), (max-height: 500px)');
