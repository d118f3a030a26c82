import { expect, test } from 'vitest';
import type { Step } from '../lib/guide.svelte';

const guides = import.meta.glob<{ default: Step[] }>('./*/guide.ts', { eager: true });

test('every game with a board has a tour', () => {
  const boards = Object.keys(import.meta.glob('./*/Board.svelte')).map((path) => path.split('/')[1]);
  const toured = Object.keys(guides).map((path) => path.split('/')[1]);
  expect(toured.sort()).toEqual(boards.filter((board) => board !== 'plain').sort());
});

test.each(Object.entries(guides))(
  '%s: two minutes, each step short and with a name of its own',
  (_, { default: steps }) => {
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
    expect(steps.length).toBeLessThanOrEqual(18);
    for (const { says } of steps) if (typeof says === 'string') expect(says.length).toBeLessThanOrEqual(200);
  },
);
