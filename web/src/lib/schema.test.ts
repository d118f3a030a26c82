import { expect, test } from 'vitest';
import type { Game } from './protocol';
import { fieldsOf } from './schema';

const game = {
  options: {
    $ref: '#/$defs/FarmOptions',
    $defs: {
      Level: { title: 'Level', enum: ['gentle', 'harsh'] },
      FarmOptions: {
        type: 'object',
        properties: {
          thieves: { type: 'boolean', title: 'Thieves', description: 'Crops can be stolen.' },
          rounds: { type: 'integer', minimum: 4, maximum: 20 },
          level: { $ref: '#/$defs/Level' },
          days: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
          faction: { type: 'string', examples: ['random', 'Moor Hunters'] },
          script: { type: 'string', maxLength: 65536 },
          decks: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
} as unknown as Game;

test('every option becomes a field of the dialog', () => {
  expect(fieldsOf(game).map(({ name, kind }) => [name, kind])).toEqual([
    ['thieves', 'switch'],
    ['rounds', 'number'],
    ['level', 'choice'],
    ['days', 'number'],
    ['faction', 'choice'],
    ['script', 'other'],
    ['decks', 'other'],
  ]);
});

test('options that may be null are optional', () => {
  expect(
    fieldsOf(game)
      .filter((field) => field.optional)
      .map((field) => field.name),
  ).toEqual(['days']);
});

test('titles, hints and limits come from the game, a missing title from the name', () => {
  const [thieves, rounds, level] = fieldsOf(game);
  expect(thieves).toMatchObject({ title: 'Thieves', hint: 'Crops can be stolen.' });
  expect(rounds).toMatchObject({ title: 'Rounds', least: 4, most: 20 });
  expect(level?.choices).toEqual(['gentle', 'harsh']);
});
