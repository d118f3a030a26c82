/** Seats can be told apart by everybody, letters and shapes aside: each palette is looked at with every kind of eyes. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Colour = [number, number, number];
type Matrix = [Colour, Colour, Colour];

// Machado, Oliveira and Fernandes (2009): what is left of linear RGB where one kind of cone is missing.
const EYES: Record<string, Matrix> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no long cones (protanopia)': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no middle cones (deuteranopia)': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no short cones (tritanopia)': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (hex: string): Colour =>
  [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Colour;

const through = (eyes: Matrix, colour: Colour): Colour =>
  eyes.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, part, at) => sum + part * colour[at]!, 0),
      ),
    ),
  ) as Colour;

/** Oklab, in which equal distances look about equally far apart; times 100. */
function lab([r, g, b]: Colour): Colour {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    100 * (0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s),
    100 * (1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s),
    100 * (0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s),
  ];
}

const apart = (one: Colour, other: Colour): number => Math.hypot(...one.map((part, at) => part - other[at]!));

const css = readFileSync('src/style/tokens.css', 'utf8');
const rooms = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) => {
  const token = (name: string) => new RegExp(`--${name}:\\s*(#[0-9a-f]{6})`).exec(body)?.[1];
  const seats = [1, 2, 3, 4, 5, 6, 7, 8].map((seat) => token(`seat-${seat}`));
  return seats.every(Boolean)
    ? [[selector.trim().split('\n').at(-1)!, seats as string[], token('brass')] as const]
    : [];
});

/** How far apart the nearest are at least, in hundredths of the way from black to white: of two, four and eight seats. */
const [TWO, FOUR, EIGHT] = [16, 11.5, 6.5];

test('both rooms have colours for seats', () => expect(rooms.length).toBeGreaterThanOrEqual(2));

for (const [room, seats, brass] of rooms)
  test.each(Object.entries(EYES))(`in ${room}, to eyes with %s`, (_, eyes) => {
    const seen = seats.map((hex) => lab(through(eyes, linear(hex))));
    const pairs = seen.flatMap((one, a) =>
      seen.slice(a + 1).map((other, b) => [a, a + 1 + b, apart(one, other)] as const),
    );
    for (const [a, b, distance] of pairs)
      expect(distance, `seats ${a + 1} and ${b + 1}`).toBeGreaterThan(b < 2 ? TWO : b < 4 ? FOUR : EIGHT);
    if (brass && eyes === EYES['all cones'])
      for (const colour of seen) expect(apart(colour, lab(linear(brass)))).toBeGreaterThan(EIGHT);
  });
