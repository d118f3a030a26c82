import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { drawings } from './drawings.ts';
import { pressed } from './pressed.ts';
import { shell } from './shell.ts';
import { swagger } from './swagger.ts';

const house = 'http://127.0.0.1:8080';
// Tests give up late: a busy machine is slow, not wrong.
const patience = 20_000 * Number(process.env.PARLOUR_PATIENCE ?? 3);

export default defineConfig({
  plugins: [drawings(), svelte(), swagger(), shell(), pressed()],
  build: { target: 'es2022', chunkSizeWarningLimit: 600 },
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
