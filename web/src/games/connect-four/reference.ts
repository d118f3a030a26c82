/** What the things on the board of connect four are. */
import type { Reference } from '../../lib/reference';

const reference: Reference = {
  terms: [
    {
      at: '.disc',
      name: 'A disc',
      says: 'One player has stars, the other rings. Four of the same in a row win.',
      rules: 'the-rules',
    },
    {
      at: '.column',
      name: 'A column',
      says: 'Choose it, and your disc falls to its lowest free place. It holds six.',
      rules: 'the-rules',
      pin: true,
    },
    {
      at: '.plate',
      name: 'A player',
      says: 'Whose discs are whose. The plate that glows belongs to whoever is to move.',
      rules: 'the-rules',
      pin: true,
    },
    { at: '.frame', name: 'The board', says: 'Seven columns of six places.', rules: 'the-rules' },
  ],
};

export default reference;
