/** A day, from seconds since 1970, as this browser writes it. */
export const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString([], { day: 'numeric', month: 'long', year: 'numeric' });
