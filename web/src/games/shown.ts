/** What every board gets in the same way, whichever page it stands on. */
import type { Picker } from '../lib/picker.svelte';
import type { Emote, PuzzleQuestion, Replay, ReplayPly, Table } from '../lib/protocol';
import type { Outlook } from '../lib/table.svelte';
import { present } from '../lib/words';
import type { BoardProps } from './board';

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

/** Of a puzzle's position. */
export const posed = (
  { id, view, seat, names, data, options, text }: PuzzleQuestion,
  picker: Picker,
  guest: string,
): BoardProps => ({
  table: `puzzle-${id}`,
  view,
  seat,
  mover: seat,
  picker,
  seats: names.map((name, at) => ({
    seat: at,
    kind: at === seat ? 'person' : 'house',
    name: at === seat ? guest : name,
    word: null,
    you: at === seat,
    here: true,
    away: false,
    taken_over: false,
    left: false,
    clock: { bank_ms: null, strikes: 0 },
    hints: 0,
    taken_back: 0,
    character: null,
  })),
  names,
  data,
  options,
  beat: null,
  past: [],
  over: null,
  text,
  clock: null,
  emotes: {},
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
