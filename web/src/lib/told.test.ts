import { expect, test } from 'vitest';
import type { LogLine } from './table.svelte';
import { together } from './told';

const line = (kind: string, text: string, seat: number | null = 0, ply = 1): LogLine => ({ ply, seat, kind, text });
const KINDS = ['planted', 'watered'];

test('a move of many fields is told as one', () => {
  const lines = ['(1,1)', '(1,2)', '(2,1)'].map((at, ply) => line('planted', `You plant Tulip on ${at}.`, 0, ply));
  expect(together(lines, KINDS)).toEqual([line('planted', 'You plant Tulip on (1,1), (1,2) and (2,1).', 0, 2)]);
});

test('what differs keeps its own words', () => {
  const lines = [
    line('watered', 'Bram gives 1 drop to (1,1): mature.', 1),
    line('watered', 'Bram gives 2 drops to (1,2): 3 more needed.', 1),
  ];
  expect(together(lines, KINDS).map(({ text }) => text)).toEqual([
    'Bram gives 1 drop to (1,1): mature; 2 drops to (1,2): 3 more needed.',
  ]);
});

test('other seats, other kinds and other lines in between stay apart', () => {
  const lines = [
    line('planted', 'You plant Tulip on (1,1).'),
    line('planted', 'Bram plants Tulip on (7,7).', 1),
    line('watered', 'Bram gives 1 drop to (7,7): mature.', 1),
    line('round', 'Round 3.', null),
    line('round', 'Round 4.', null),
    line('planted', 'Bram plants Tulip on (7,6).', 1),
  ];
  expect(together(lines, KINDS)).toEqual(lines);
  expect(together(lines)).toBe(lines);
});

test('lines that begin differently stay as they are', () => {
  const lines = [line('planted', 'Tulip stands on (1,1).'), line('planted', 'You plant Tulip on (1,2).')];
  expect(together(lines, KINDS)).toEqual(lines);
});
