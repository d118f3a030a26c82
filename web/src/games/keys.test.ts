/** Every board's keys are in the players' guide, and MonoGwent's in its rules too. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { entries } from '.';

const read = (path: string): string => readFileSync(`../${path}`, 'utf8');

/** The keys of the table rows between a game's name and the next one. */
function keysOf(guide: string, title: string): string {
  const rows = guide.split('\n').filter((line) => line.startsWith('|'));
  const first = rows.findIndex((row) => row.startsWith(`| ${title} |`));
  const rest = rows.slice(first + 1);
  const next = rest.findIndex((row) => !row.startsWith('| |'));
  return [rows[first], ...rest.slice(0, next < 0 ? undefined : next)].map((row) => row?.split('|')[2]).join(' ');
}

/** A game's title, as its rules have it. */
const titleOf = (game: string): string =>
  /title = "(.*)"/.exec(read(`src/parlour/games/${game.replaceAll('-', '_')}/game.py`))?.[1] ?? '';

const keyed = [...entries].filter(([, { keys }]) => keys);

test.each(keyed)('the keys of %s are in docs/play.md', (game, entry) => {
  const told = keysOf(read('docs/play.md'), titleOf(game)).split(/[ ,]+/);
  const keys = (entry.keys ?? []).flatMap(([names]) => names).flatMap((name) => name.split(' '));
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => !told.includes(key))).toEqual([]);
});

test('the keys of MonoGwent are in its rules', () => {
  const rules = read('src/parlour/games/monogwent/README.md');
  const told = rules.slice(rules.indexOf('## Keys'), rules.indexOf('## Cards of your own'));
  const keys = [...(entries.get('monogwent')?.keys ?? []).flatMap(([names]) => names), 'F1'];
  expect(keys.filter((key) => !told.includes(key))).toEqual([]);
});
