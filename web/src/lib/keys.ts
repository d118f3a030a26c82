/** Whether a key belongs to the table, or to a field, a dialog or the browser. */

const FIELDS = 'input, select, textarea';
/** Fields that take arrows and the space bar, but no letters. */
const WORDLESS = '[type=checkbox], [type=radio], [type=range]';

const aims = (event: KeyboardEvent, at: string): boolean => (event.target as HTMLElement).matches(at);

/** Whether it is typed into a text or chosen in a list. */
export const writing = (event: KeyboardEvent): boolean =>
  aims(event, `:is(${FIELDS}, [contenteditable=true]):not(${WORDLESS})`);

/** Whether a field of any kind takes it. No field wants a function key. */
export const typing = (event: KeyboardEvent): boolean => !/^F\d+$/.test(event.key) && aims(event, FIELDS);

/** Whether the browser has its own plans with it. */
export const shortcut = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;

/** Whether it is meant for anything else than a board. */
export const elsewhere = (event: KeyboardEvent): boolean =>
  shortcut(event) || typing(event) || (event.target as HTMLElement).closest('dialog') !== null;
