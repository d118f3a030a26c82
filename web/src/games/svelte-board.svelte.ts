/** A board written in Svelte, as a module like any other. */
import { mount, unmount, type Component } from 'svelte';
import type { BoardModule } from './board';
import Guarded from './Guarded.svelte';

/** A reactive property. */
function cell<Value>(first: Value): PropertyDescriptor {
  let value = $state.raw(first);
  return { enumerable: true, get: () => value, set: (next: Value) => (value = next) };
}

export const svelteBoard = (load: () => Promise<{ default: Component<any> }>) => async (): Promise<BoardModule> => {
  const { default: board } = await load();
  return {
    mount(element, table, failed) {
      const cells = Object.entries(table).map(([name, value]) => [name, cell(value)] as const);
      const given = Object.defineProperties({}, Object.fromEntries(cells)) as typeof table;
      const drawn = mount(Guarded, { target: element, props: { board, given, failed } });
      return { update: (next) => void Object.assign(given, next), destroy: () => void unmount(drawn) };
    },
  };
};
