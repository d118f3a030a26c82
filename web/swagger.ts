/** Ships Swagger UI with the client, so that the API pages load offline. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

export function swagger(): Plugin {
  return {
    name: 'swagger',
    generateBundle() {
      for (const file of FILES) {
        const source = readFileSync(require.resolve(`swagger-ui-dist/${file}`));
        this.emitFile({ type: 'asset', fileName: `swagger/${file}`, source });
      }
    },
  };
}
