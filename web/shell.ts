/** Writes the service worker: shell.js, with the files of the shell and a version that changes with each of them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin, Rollup } from 'vite';
import { FONT, neededBy } from './ahead.ts';

const SOURCE = new URL('shell.js', import.meta.url);
const ICONS = ['/icons/parlour-192.png', '/icons/badge-96.png'];

export function shell(): Plugin {
  return {
    name: 'shell',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const source = readFileSync(SOURCE, 'utf8');
        const files = [...shellOf(bundle).map((file) => `/${file}`), ...ICONS];
        const version = createHash('sha256').update(source);
        for (const [name, file] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1)))
          version.update(name).update('code' in file ? file.code : file.source);
        this.emitFile({
          type: 'asset',
          fileName: 'shell.js',
          source: source
            .replace('__VERSION__', version.digest('hex').slice(0, 16))
            .replace("'__SHELL__'", JSON.stringify(files)),
        });
      },
    },
  };
}

/** What the first page needs: its script, whatever that imports, the lobby, their styles, and the fonts of Latin text. */
function shellOf(bundle: Rollup.OutputBundle): string[] {
  const first = ([name, chunk]: [string, Rollup.OutputBundle[string]]): boolean =>
    'code' in chunk ? chunk.isEntry || !!chunk.facadeModuleId?.endsWith('/pages/Lobby.svelte') : FONT.test(name);
  const starts = Object.entries(bundle).filter(first);
  return [...new Set(starts.flatMap(([name]) => [...neededBy(bundle, name)]))].sort();
}
