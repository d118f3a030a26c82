export default [
  {
    id: 'take',
    says: 'Touch a stone in any heap to take it and all above it.',
    at: '.nim-stone.can',
    when: ({ mine }) => mine,
    done: (now) => now.did('took'),
  },
  {
    id: 'last',
    says: 'Whoever takes the last stone wins. Try to leave two equal heaps.',
    at: '.nim-heap',
    when: (now) => now.hasDone('took'),
  },
];
