/** The pages of the house and their addresses. */
import type { Component } from 'svelte';
import { gamePages, outsidePage } from '../games';

export interface Page {
  /** The first part of its address. */
  path: string;
  /** Whether an id follows it, as in /table/ID. None does by default. */
  id?: 'needed' | 'optional';
  /** What may follow the id, as in /tournaments/ID/screen. */
  more?: string[];
  /** Its name in the top bar, if it has a place there. */
  label?: string;
  load: () => Promise<{ default: Component<any> }>;
}

/** At `/`. */
export const lobby: Page = { path: '', load: () => import('./Lobby.svelte') };

const own: Page[] = [
  { path: 'table', id: 'needed', load: () => import('./TablePage.svelte') },
  { path: 'replay', id: 'needed', load: () => import('./ReplayPage.svelte') },
  { path: 'watch', id: 'optional', label: 'Watch', load: () => import('./WatchPage.svelte') },
  { path: 'rules', id: 'needed', load: () => import('./RulesPage.svelte') },
  { path: 'puzzles', id: 'optional', label: 'Puzzles', load: () => import('./PuzzlePage.svelte') },
  { path: 'ratings', id: 'optional', label: 'Ratings', load: () => import('./RatingsPage.svelte') },
  {
    path: 'tournaments',
    id: 'optional',
    more: ['screen'],
    label: 'Tournaments',
    load: () => import('./TournamentsPage.svelte'),
  },
  { path: 'players', id: 'needed', load: () => import('./PlayerPage.svelte') },
  { path: 'programs', id: 'needed', load: () => import('./ProgramPage.svelte') },
  { path: 'bots', label: 'Bots', load: () => import('./BotsPage.svelte') },
  { path: 'settings', label: 'Settings', load: () => import('./SettingsPage.svelte') },
  { path: 'you', load: () => import('./YouPage.svelte') },
  { path: 'come-in', load: () => import('./ComeInPage.svelte') },
  { path: 'signed-in', load: () => import('./SignedInPage.svelte') },
  { path: 'privacy', load: () => import('./PrivacyPage.svelte') },
  { path: 'host', load: () => import('./HostPage.svelte') },
  { path: 'credits', load: () => import('./CreditsPage.svelte') },
];

export const lost: Page = { path: 'lost', load: () => import('./LostPage.svelte') };

const pages: Page[] = [...gamePages, ...own];

export const pageAt = (path: string): Page | undefined => pages.find((each) => each.path === path) ?? outsidePage(path);

/** The pages in the top bar, after the lobby. A phone's bar has room for the first one only. */
export const inBar = pages.filter(({ label }) => label);
