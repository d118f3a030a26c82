import { describe as about, expect, it } from 'vitest';
import type { Picker } from '../../lib/picker.svelte';
import type { Move } from '../../lib/protocol';
import { Draft } from './draft.svelte';
import type { Field, GardenData } from './garden';

/** A draft of watering; the house answers a moment later and allows everything. */
function watering() {
  const plan = async (moves: Move[]) => {
    await Promise.resolve();
    const view = { mover: 0, gardeners: [{ stock: { water: 9 } }] };
    return { id: 1, done: moves.length, view, moves: [], words: [] };
  };
  const draft = new Draft({ plan } as unknown as Picker, { goods: [] } as unknown as GardenData, 0);
  const opened = draft.open('water');
  return { draft, opened, field: { x: 2, y: 3, plant: { need: 5 } } as Field };
}

const settled = () => new Promise((done) => setImmediate(done));

about('watering', () => {
  it('counts every drop, however fast the clicks come', async () => {
    const { draft, opened, field } = watering();
    await opened;
    draft.touch(field);
    await settled();
    const part = draft.parts[0]!;
    expect(part.drops).toBe(5);
    draft.pour(part, -1);
    draft.pour(part, -1);
    await settled();
    expect(draft.parts.map((each) => each.drops)).toEqual([3]);
    draft.pour(part, 1);
    await settled();
    expect(draft.parts.map((each) => each.drops)).toEqual([4]);
  });
});
