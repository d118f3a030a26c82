/** What players can say at a table: a few friendly pictures and nothing else, one for each `Emote` of the protocol. */
import drawings from './emotes.drawings';
import type { Emote } from './protocol';
import { titled } from './words';

interface Shown {
  label: string;
  picture: (typeof drawings)[string];
}

export const EMOTES = Object.fromEntries(
  Object.entries(drawings).map(([emote, picture]) => [emote, { label: titled(emote), picture }]),
) as Record<Emote, Shown>;
