/** Whether a key belongs to the table, or to a field, a dialog or the browser. */

/** Whether it is typed into a field or chosen in a list. No field wants a function key. */
export function typing(event: KeyboardEvent): boolean {
  return !/^F\d+$/.test(event.key) && (event.target as HTMLElement).matches('input, select, textarea');
}

/** Whether it is meant for anything else than a board. */
export function elsewhere(event: KeyboardEvent): boolean {
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    typing(event) ||
    (event.target as HTMLElement).closest('dialog') !== null
  );
}
