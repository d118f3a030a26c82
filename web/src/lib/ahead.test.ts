import { expect, test } from 'vitest';
import { Ahead } from './ahead';

const told = JSON.stringify({ all: { '/api/games': [] }, newcomers: { '/api/tables/x': { id: 'x' } } });

test('an answer that came with the page serves once', () => {
  const ahead = new Ahead(told);
  expect(ahead.take('/api/games')).toEqual([]);
  expect(ahead.take('/api/games')).toBeUndefined();
  expect(ahead.take('/api/tables/x')).toEqual({ id: 'x' });
});

test('what newcomers see is not for somebody the house knows', () => {
  const ahead = new Ahead(told);
  ahead.known();
  expect(ahead.take('/api/tables/x')).toBeUndefined();
  expect(ahead.take('/api/games')).toEqual([]);
});

test.each(['', 'nonsense'])('a page that brings %j brings nothing', (written) => {
  expect(new Ahead(written).take('/api/games')).toBeUndefined();
});
