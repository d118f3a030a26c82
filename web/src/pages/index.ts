/** The pages of the house and where they are found. The lobby is at `/`. */
import type { Component } from 'svelte';
import { gamePages, outsidePage } from '../games';

export interface Page {
  /** The first part of its address. */
  path: string;
  /** Whether something stands behind it, as in /table/ID. Nothing does, if it does not say. */
  id?: 'needed' | 'optional';
  /** What it is called in the bar of the house, if it stands there. */
  label?: string;
  load: () => Promise<{ default: Component<any> }>;
}

const own: Page[] = [
  { path: 'table', id: 'needed', load: () => import('./TablePage.svelte') },
  { path: 'replay', id: 'needed', load: () => import('./ReplayPage.svelte') },
  { path: 'rules', id: 'needed', load: () => import('./RulesPage.svelte') },
  { path: 'bots', label: 'Bots', load: () => import('./BotsPage.svelte') },
  { path: 'settings', label: 'Settings', load: () => import('./SettingsPage.svelte') },
  { path: 'credits', load: () => import('./CreditsPage.svelte') },
];

export const lost: Page = { path: 'lost', load: () => import('./LostPage.svelte') };

const pages: Page[] = [...gamePages, ...own];

export const pageAt = (path: string): Page | undefined => pages.find((each) => each.path === path) ?? outsidePage(path);

/** Those in the bar, after the lobby. A phone's bar has room for the first of them. */
export const inBar = pages.filter(({ label }) => label);
