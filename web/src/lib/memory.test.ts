import { afterEach, expect, test, vi } from 'vitest';
import { recall, recallJson, remember, rememberJson } from './memory';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('what is remembered can be recalled, and forgotten', () => {
  rememberJson('deck', { name: 'Mine' });
  expect(recallJson('deck')).toEqual({ name: 'Mine' });
  expect(recall('deck', 'tab')).toBe(null);
  remember('deck', null);
  expect(recallJson('deck')).toBe(null);
});

test('what cannot be read is as good as nothing', () => {
  remember('deck', '{');
  expect(recallJson('deck')).toBe(null);
});

test('a browser that keeps nothing plays all the same', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  remember('deck', 'x');
  expect(recall('deck')).toBe(null);
});
