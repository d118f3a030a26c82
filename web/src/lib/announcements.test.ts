import { expect, test } from 'vitest';
import { announcements, untilWords } from './announcements.svelte';

test('what was read stays away until the host says something new', () => {
  const cake = { id: 'message-1', kind: 'message' as const, text: 'Cake at five', until: null };
  announcements.hear([cake]);
  expect(announcements.shown).toEqual([cake]);
  announcements.putAway(cake);
  announcements.hear([{ ...cake }]);
  expect(announcements.shown).toEqual([]);
  announcements.hear([{ ...cake, id: 'message-2', text: 'Cake at six' }]);
  expect(announcements.shown).toHaveLength(1);
});

test('an end today needs no day', () => {
  const noon = new Date(2026, 10, 18, 12);
  expect(untilWords(null)).toBe('');
  expect(untilWords(new Date(2026, 10, 18, 18).getTime() / 1000, noon)).not.toContain('2026');
  expect(untilWords(new Date(2026, 10, 19, 18).getTime() / 1000, noon)).toContain('2026');
});
