/** Whether a key belongs to the table, or to a field, a dialog or the browser. */

const FIELDS = 'input, select, textarea';
/** Fields that take arrows and the space bar, but no letters. */
const WORDLESS = '[type=checkbox], [type=radio], [type=range]';

const aims = (event: KeyboardEvent, at: string): boolean => (event.target as HTMLElement).matches(at);

/** Whether it goes into a text field or a list. */
export const writing = (event: KeyboardEvent): boolean =>
  aims(event, `:is(${FIELDS}, [contenteditable=true]):not(${WORDLESS})`);

/** Whether it goes into any kind of field. Function keys never do. */
export const typing = (event: KeyboardEvent): boolean => !/^F\d+$/.test(event.key) && aims(event, FIELDS);

/** Whether it may be one of the browser's shortcuts. */
export const shortcut = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;

/** Whether it is meant for anything but the board. */
export const elsewhere = (event: KeyboardEvent): boolean =>
  shortcut(event) || typing(event) || (event.target as HTMLElement).closest('dialog') !== null;
