import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { slug } from '../lib/markdown';
import type { Reference } from '../lib/reference';

const references = import.meta.glob<{ default: Reference }>('./*/reference.ts', { eager: true });

test.each(Object.entries(references))(
  '%s leads to headings of the rules',
  (path, { default: { terms, cards = [] } }) => {
    const game = path.split('/')[1]!.replaceAll('-', '_');
    const book = readFileSync(`../src/parlour/games/${game}/README.md`, 'utf8');
    const headings = [...book.matchAll(/^##+ (.*)$/gm)].map(([, title]) => slug(title!));
    expect(headings[0]).toBe('in-two-minutes');
    for (const { name, rules } of terms) expect(headings, name).toContain(rules);
    for (const { after } of cards) expect(headings).toContain(after);
    expect(new Set(terms.map(({ at }) => at)).size).toBe(terms.length);
    expect(terms.filter(({ pin }) => pin).length).toBeGreaterThanOrEqual(2);
    for (const { says } of terms) expect(says.length).toBeLessThanOrEqual(180);
  },
);
