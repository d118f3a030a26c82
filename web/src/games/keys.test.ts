/** Every board's keys are in the players' guide, and in the rules if those have a section about keys. */
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

const folderOf = (game: string): string => `src/parlour/games/${game.replaceAll('-', '_')}`;

/** A game's title, as its rules have it. */
const titleOf = (game: string): string => /title = "(.*)"/.exec(read(`${folderOf(game)}/game.py`))?.[1] ?? '';

/** The rules' section about keys, up to the next heading. */
const keysInRules = (game: string): string =>
  /^## Keys.*\n([^]*?)(?=^## |(?![^]))/m.exec(read(`${folderOf(game)}/README.md`))?.[1] ?? '';

const keyed = [...entries].filter(([, { keys }]) => keys);

test.each(keyed)('the keys of %s are in docs/play.md', (game, entry) => {
  const told = keysOf(read('docs/play.md'), titleOf(game)).split(/[ ,]+/);
  const keys = (entry.keys ?? []).flatMap(([names]) => names).flatMap((name) => name.split(' '));
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => !told.includes(key))).toEqual([]);
});

test.each(keyed.filter(([game]) => keysInRules(game)))('the keys of %s are in its rules', (game, entry) => {
  const keys = [...(entry.keys ?? []).flatMap(([names]) => names), 'F1'];
  expect(keys.filter((key) => !keysInRules(game).includes(key))).toEqual([]);
});
