import type { Emote } from './protocol';

/** What guests can say at a table: six friendly pictures and nothing else. */
export const EMOTES: Record<Emote, { label: string; picture: string }> = {
  hello: { label: 'Hello', picture: 'waving-hand' },
  'well-played': { label: 'Well played', picture: 'clapping-hands' },
  oops: { label: 'Oops', picture: 'grimacing-face' },
  thinking: { label: 'Thinking', picture: 'thinking-face' },
  thanks: { label: 'Thanks', picture: 'folded-hands' },
  wow: { label: 'Wow', picture: 'star-struck' },
};
