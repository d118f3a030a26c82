import { expect, test } from 'vitest';
import { routeOf } from './router.svelte';

test.each([
  ['/', 'lobby', ''],
  ['/table/aB-9', 'table', 'aB-9'],
  ['/replay/x/', 'replay', 'x'],
  ['/rules/nim', 'rules', 'nim'],
  ['/decks', 'decks', ''],
  ['/workshop', 'workshop', ''],
  ['/workshop/ab12', 'workshop', 'ab12'],
  ['/table', 'lost', ''],
  ['/decks/mine', 'lost', ''],
  ['/cellar', 'lost', ''],
  ['/table/a/b', 'lost', ''],
  ['/tournaments', 'tournaments', ''],
  ['/tournaments/ab/screen', 'tournaments', 'ab'],
  ['/tournaments/ab/cellar', 'lost', ''],
  ['/tournaments/ab/screen/c', 'lost', ''],
])('%s is %s', (path, page, id) => {
  const found = routeOf(path);
  expect([found.page.path || 'lobby', found.id]).toEqual([page, id]);
});
