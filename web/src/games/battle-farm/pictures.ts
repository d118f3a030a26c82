/** Which drawing stands for which card, class and thing. What no icon set has is drawn here. */
import found from './pictures.drawings';

interface Drawn {
  box: number;
  body: string;
}

const drawn: Record<string, Drawn> = {
  wasabi: {
    box: 32,
    body: '<path fill="#2f8f4e" d="M15 12C13 5 7 2 3 4c0 5 4 9 11 10Z"/><path fill="#46b667" d="M16 12c0-7 5-11 11-10 1 5-3 11-10 12Z"/><path fill="#1f6f3d" d="M14.500 7h3v9h-3z"/><path fill="#8bc34a" d="M10 14c4-2.500 9-2.500 12.500 0 3 4 .5 12-3.500 15.500-1.600 1.400-3.600 1.400-5.200 0C9.500 26 7 18 10 14Z"/><path fill="#6ea338" d="M10.200 17.500c2 1.200 4 1.300 5.500.6l.2 1.200c-2 .9-4.200.7-6-.3ZM22 20c-1.800 1-3.400 1-4.700.4l-.2 1.200c1.500.8 3.200.7 4.700-.1ZM11.600 24c1.500.9 3 1 4.300.5l.2 1.100c-1.500.6-3.100.5-4.200-.2Z"/><path fill="#b6e07a" d="M12.600 15.600c1-.9 2.400-1.300 3.600-1.200l-.4 1.100c-.9 0-1.700.4-2.400 1Z"/>',
  },
  cloudberry: {
    box: 32,
    body: '<path fill="#3f9a55" d="M16 12C10 12 6 8.500 5.500 5c3.200-1 6.500 0 8.300 2.200C14.200 4.500 15 3 16 2c1 1 1.800 2.500 2.200 5.200C20 5 23.300 4 26.500 5 26 8.500 22 12 16 12Z"/><g fill="#f59a2c"><circle cx="11.500" cy="13.500" r="4.200"/><circle cx="20.500" cy="13.500" r="4.200"/><circle cx="8.500" cy="19.500" r="4.200"/><circle cx="23.500" cy="19.500" r="4.200"/><circle cx="12" cy="25" r="4.200"/><circle cx="20" cy="25" r="4.200"/></g><g fill="#ffb64d"><circle cx="16" cy="15.500" r="4.200"/><circle cx="16" cy="22" r="4.600"/><circle cx="16" cy="28" r="2.600"/></g><g fill="#ffe0a3"><circle cx="14.800" cy="14" r="1.200"/><circle cx="10.200" cy="12.300" r="1"/><circle cx="14.600" cy="20.400" r="1.300"/><circle cx="7.200" cy="18.200" r="1"/><circle cx="22.300" cy="18.200" r="1"/></g>',
  },
  trellis_bed: {
    box: 32,
    body: '<g fill="none" stroke="currentColor" stroke-width="2.400" stroke-linecap="round"><path d="M5 3v26M27 3v26M5 9 23 29M5 19l9 10M9 3l18 20M19 3l8 9M27 9 9 29M27 19l-9 10M23 3 5 23M13 3 5 12"/></g>',
  },
};

/** The drawing of a card, a class, a class card or a thing on the table. */
export function pictureOf(id: string): Drawn | undefined {
  return drawn[id] ?? found[id];
}
