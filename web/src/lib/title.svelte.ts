/** The title of a page, as its tab shows it. */
export function titled(words: () => string): void {
  $effect(() => {
    document.title = `${words()} · Parlour`;
  });
}
