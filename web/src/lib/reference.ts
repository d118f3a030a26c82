/**
 * "What is this?" A game lists what the things on its board are (`games/NAME/reference.ts`): a selector, a name, a
 * sentence, and the part of the rules that says more. The rules page shows the same list beside a picture of the board.
 */
import type { Component } from 'svelte';

export interface Term {
  /** What it is about, as selectors of the board. Of things within one another, the innermost is meant. */
  at: string;
  name: string;
  says: string;
  /** The heading of the rules that says more: its anchor. */
  rules: string;
  /** It is numbered in the picture of the board; where, if not at the first of its things. */
  pin?: true | string;
}

/** A card, drawn as at the table. */
export interface ShownCard {
  component: Component<any>;
  props: Record<string, unknown>;
  name: string;
}

export interface CardRow<Data = any> {
  /** The heading of the rules below which they are shown: its anchor. */
  after: string;
  says: string;
  /** Width by height; that of a playing card by default. */
  ratio?: number;
  of: (data: Data) => ShownCard[];
}

export interface Reference<Data = any> {
  terms: Term[];
  cards?: CardRow<Data>[];
}

/** Something that was pointed at, in words. */
export interface Answer {
  name: string;
  /** What it is called at this moment: the name of the card, the numbers on the plate. */
  here: string;
  says: string;
  rules: string;
}

const squeezed = (text: string | null | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

/** What a screen reader would say about it. */
function labelOf(thing: Element): string {
  const spoken =
    squeezed(thing.getAttribute('aria-label')) || squeezed(thing.querySelector(':scope > .vh')?.textContent);
  return spoken || squeezed(thing.getAttribute('title'));
}

/** What the thing that was touched is, as far as anybody knows. */
export function whatIs(touched: Element, within: Element, terms: Term[]): Answer | null {
  let here = '';
  for (let thing: Element | null = touched; thing && thing !== within; thing = thing.parentElement) {
    here ||= thing.matches('[role=group], [role=region], section') ? '' : labelOf(thing);
    const term = terms.find(({ at }) => thing.matches(at));
    if (term) return { name: term.name, says: term.says, rules: term.rules, here };
  }
  return here ? { name: here, says: '', rules: '', here: '' } : null;
}
