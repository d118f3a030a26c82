/**
 * Writes ahead.json: the files that each page and each board needs, and the fonts, so that the house can name them in the page it sends
 * and a browser need not find out one after the other.
 */
import { readFileSync } from 'node:fs';
import type { Plugin, Rollup } from 'vite';

const PAGES = new URL('src/pages/index.ts', import.meta.url);
/** What text in Latin letters is set in. */
export const FONT = /(fraunces|inter)-latin-wght-normal.*\.woff2$/;
/** A page there: its address, and what it loads. */
const LINE = /path: '([\w-]*)'[^}]*?import\('\.\/(\w+)\.svelte'\)/g;

export function ahead(): Plugin {
  return {
    name: 'ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const pages = [...readFileSync(PAGES, 'utf8').matchAll(LINE)].map(([, path = '', file = '']) => [
          path,
          `/src/pages/${file}.svelte`,
        ]);
        const boards = Object.values(bundle).flatMap((each) => {
          const module = 'code' in each ? (each.facadeModuleId ?? '') : '';
          const game = /\/src\/games\/([\w-]+)\/Board\.svelte$/.exec(module)?.[1];
          return game ? [[game, module]] : [];
        });
        const entry = Object.values(bundle).find((each) => 'code' in each && each.isEntry) as Rollup.OutputChunk;
        const known = neededBy(bundle, entry.fileName);
        const files = ([name = '', module = '']: string[]): [string, string[]] => {
          const chunk = Object.values(bundle).find((each) => 'code' in each && each.facadeModuleId?.endsWith(module));
          if (!chunk) this.error(`ahead: ${module} is in no chunk of its own.`);
          return [name, [...neededBy(bundle, chunk.fileName)].filter((file) => !known.has(file))];
        };
        this.emitFile({
          type: 'asset',
          fileName: 'ahead.json',
          source: JSON.stringify({
            pages: Object.fromEntries(pages.map(files)),
            boards: Object.fromEntries(boards.map(files)),
            fonts: Object.keys(bundle).filter((name) => FONT.test(name)),
          }),
        });
      },
    },
  };
}

/** A chunk, whatever it imports, and their styles. */
export function neededBy(bundle: Rollup.OutputBundle, start: string): Set<string> {
  const found = new Set<string>();
  const take = (name: string): void => {
    const chunk = bundle[name] as Rollup.OutputChunk | undefined;
    if (!chunk || found.has(name)) return;
    found.add(name);
    if (!('imports' in chunk)) return;
    chunk.imports.forEach(take);
    chunk.viteMetadata?.importedCss.forEach(take);
  };
  take(start);
  return found;
}
