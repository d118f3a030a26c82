/** What every board gets in the same way, whichever page it stands on. */
import type { Picker } from '../lib/picker.svelte';
import type { Emote, Replay, ReplayPly, Table } from '../lib/protocol';
import type { Outlook } from '../lib/table.svelte';
import { present } from '../lib/words';

/** Of a game that is going on. */
export const live = (table: Table, outlook: Outlook, emotes: Record<number, Emote>) => ({
  table: table.id,
  data: table.data,
  options: table.options,
  past: outlook.past,
  over: outlook.over,
  text: outlook.text,
  clock: outlook.clock,
  emotes,
});

/** Of a position from a record, in which nobody decides anything any more. */
export const recorded = (
  table: Table,
  { data, options }: Replay,
  { view, mover, text }: ReplayPly,
  picker: Picker,
) => ({
  table: table.id,
  view,
  mover: mover < 0 ? null : mover,
  picker,
  seats: present(table.seats),
  data,
  options,
  over: null,
  text,
  clock: null,
  emotes: {},
});
