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

test('broken JSON counts as nothing', () => {
  remember('deck', '{');
  expect(recallJson('deck')).toBe(null);
});

test('everything works in a browser that stores nothing', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  remember('deck', 'x');
  expect(recall('deck')).toBe(null);
});
