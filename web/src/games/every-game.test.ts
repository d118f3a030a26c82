import { expect, test } from 'vitest';

const gamesOf = (files: Record<string, unknown>) =>
  Object.keys(files)
    .map((path) => path.split('/')[1]!)
    .sort();
const boards = gamesOf(import.meta.glob('./*/Board.svelte')).filter((board) => board !== 'plain');

test.each([
  ['a tour', import.meta.glob('./*/guide.ts')],
  ['words for what is on its board', import.meta.glob('./*/reference.ts')],
])('every game with a board has %s', (_, files) => expect(gamesOf(files)).toEqual(boards));
