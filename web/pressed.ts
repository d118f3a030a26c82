/** Puts a smaller copy of each text file beside it, for browsers that say they can read it: the house sends those. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Below this many bytes there is nothing to be gained. */
const LEAST = 1024;
const ways = {
  br: (data: Buffer) =>
    promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: data.length } }),
  gz: (data: Buffer) => promisify(gzip)(data, { level: 9 }),
};

export function pressed(): Plugin {
  return {
    name: 'pressed',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler({ dir }, bundle) {
        const texts = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css|svg)$/.test(name));
        await Promise.all(
          texts.map(async (name) => {
            const file = join(dir ?? '', name);
            const data = await readFile(file);
            if (data.length < LEAST) return;
            for (const [ending, press] of Object.entries(ways)) await writeFile(`${file}.${ending}`, await press(data));
          }),
        );
      },
    },
  };
}
