import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { ahead } from './ahead.ts';
import { drawings } from './drawings.ts';
import { pressed } from './pressed.ts';
import { shell } from './shell.ts';
import { swagger } from './swagger.ts';

const house = 'http://127.0.0.1:8080';
// Tests give up late: a busy machine is slow, not wrong.
const patience = 20_000 * Number(process.env.PARLOUR_PATIENCE ?? 3);

/** A few files instead of forty: on a slow line each request costs more than some code that nobody needs yet. */
const ours = /[\\/]src[\\/](?:lib|pages|games[\\/][^\\/]+$)/;
const groups = [
  { name: 'house', tags: ['$initial' as const], priority: 3 },
  { name: 'scenes', test: /[\\/]games[\\/][^\\/]+[\\/][Ss]cene\.|components[\\/]Scene/, priority: 2 },
  { name: 'common', test: ours, minShareCount: 7, priority: 1 },
  { name: 'shared', test: ours, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 10_000 },
];

export default defineConfig({
  plugins: [drawings(), svelte(), swagger(), shell(), ahead(), pressed()],
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        // Without the names of everybody who shares it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
  },
  server: {
    proxy: { '/api': house, '/games': house, '/health': house, '/ws': { target: house, ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    // All files share one Node.js, a fifth of the work; what a test stubs is put back before the next.
    pool: 'vmThreads',
    unstubGlobals: true,
    include: ['src/**/*.test.ts'],
    testTimeout: patience,
    hookTimeout: patience,
  },
});
