import { expect, test } from 'vitest';
import type { Step } from '../lib/guide.svelte';

const guides = import.meta.glob<{ default: Step[] }>('./*/guide.ts', { eager: true });

test.each(Object.entries(guides))(
  '%s: two minutes, each step short and with a name of its own',
  (_, { default: steps }) => {
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
    expect(steps.length).toBeLessThanOrEqual(18);
    for (const { says } of steps) if (typeof says === 'string') expect(says.length).toBeLessThanOrEqual(200);
  },
);
