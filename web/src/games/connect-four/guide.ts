/** The tour of connect four: it is a small game. */
import { lastSteps, type Step } from '../../lib/guide.svelte';

const steps: Step[] = [
  {
    id: 'drop',
    says: 'Get four of your discs in a row, across, down or diagonally, and you win. Choose a column, and your disc drops to the lowest free place.',
    at: '.column.open',
    when: ({ mine }) => mine,
    done: (now) => now.did('dropped'),
  },
  {
    id: 'watch',
    says: ({ names, seat }) =>
      `Now it’s ${names[1 - (seat ?? 0)]}’s turn. Watch out for three in a row with a free end, theirs as well as yours.`,
    at: ({ seat }) => `.plate.p${1 - (seat ?? 0)}`,
    when: (now) => now.hasDone('dropped'),
  },
  ...lastSteps((now) => now.hasDone('dropped')),
];

export default steps;
