import { expect, test } from 'vitest';
import { helpAt, placeOf } from './language';
import { hashIn, type Reading, type Word } from './scripts';

test.each([
  ['', 'top'],
  ['effect { Name: "A" }\n', 'top'],
  ['effect { ', 'effect'],
  ['card { Type: "Silver", ', 'card'],
  ['card { OnActivation: [ { ', 'activation'],
  ['card { OnActivation: [ { Effect: "A" }, { ', 'activation'],
  ['card { OnActivation: [ { Selector: { ', 'selector'],
  ['card { OnActivation: [ { Effect: "A", PostAction: { ', 'postAction'],
  ['card { OnActivation: [ { Effect: { ', 'effectRef'],
  ['effect { Params: { ', 'params'],
  ['effect { Action: (targets, context) => { ', 'action'],
  ['effect { Action: (targets, context) => { for unit in targets { ', 'action'],
  ['effect { Action: (targets, context) => { while (true) { ', 'action'],
  ['effect { Action: (targets, context) => { if (true) { ', 'action'],
  ['effect { Action: (targets, context) => { if (true) { } else { ', 'action'],
  ['effect { // } {\n Name: "}{", ', 'effect'],
])('%s is inside %s', (before, place) => {
  expect(placeOf(before)).toBe(place);
});

const WORDS: Word[] = [
  { word: 'Name', kind: 'key', within: 'effect', detail: 'String', help: 'of an effect', insert: '' },
  { word: 'Name', kind: 'key', within: 'card', detail: 'String', help: 'of a card', insert: '' },
  { word: 'Name', kind: 'member', within: 'Card', detail: 'Name: String', help: 'printed', insert: '' },
  { word: 'Count', kind: 'member', within: 'List', detail: 'Count: Number', help: 'how many', insert: '' },
  { word: 'Gold', kind: 'value', within: 'Type', detail: 'card type', help: 'a hero', insert: '' },
  { word: 'for', kind: 'keyword', within: 'action', detail: 'for …', help: 'a loop', insert: '' },
];
const READING = {
  effects: [{ name: 'Rally', params: { Amount: 'Number' }, text: 'All gain.' }],
  cards: [],
} as unknown as Reading;

function help(marked: string): string | undefined {
  const from = marked.indexOf('<');
  const to = marked.indexOf('>', from) - 1;
  return helpAt(marked.slice(0, from) + marked.slice(from + 1).replace('>', ''), from, to, WORDS, READING)?.text;
}

test.each([
  ['effect { <Name>: "A" }', 'of an effect'],
  ['card { <Name>: "A" }', 'of a card'],
  ['effect { Action: (t, c) { for x in t { x.<name>; } } }', 'printed'],
  ['card { Type: "<Gold>" }', 'a hero'],
  ['card { OnActivation: [{ Effect: "<Rally>" }] }', 'All gain.'],
  ['card { OnActivation: [{ Effect: { Name: "Rally", <Amount>: 2 } }] }', 'A parameter of “Rally”.'],
  ['effect { Action: (t, c) { <for> x in t { } } }', 'a loop'],
  ['effect { Action: (t, c) { <nothing>; } }', undefined],
])('%s', (marked, told) => {
  expect(help(marked)).toBe(told);
});

test('a link to a script is known by its hash', () => {
  const hash = 'a1'.repeat(32);
  expect(hashIn(`https://parlour.example/workshop/${hash}`)).toBe(hash);
  expect(hashIn('https://parlour.example/workshop')).toBe('');
});
