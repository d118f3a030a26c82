/**
 * Bundles single icons. A file `pictures.drawings` lists one icon a line (`game-icons:katana`, `fluent-emoji-flat:candle`);
 * importing it gives `{ katana: { box: 512, body: '<path …>' }, candle: … }` with just these. `sword = game-icons:katana`
 * calls it sword instead.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

interface IconSet {
  width?: number;
  height?: number;
  icons: Record<string, { body: string; width?: number; height?: number }>;
  aliases?: Record<string, { parent: string }>;
}

const require = createRequire(import.meta.url);
const sets = new Map<string, IconSet>();

function load(set: string): IconSet {
  let found = sets.get(set);
  if (!found) {
    found = JSON.parse(readFileSync(require.resolve(`@iconify-json/${set}/icons.json`), 'utf8')) as IconSet;
    sets.set(set, found);
  }
  return found;
}

export function drawingsOf(list: string): Record<string, { box: number; body: string }> {
  const drawn: Record<string, { box: number; body: string }> = {};
  for (const line of list.split('\n')) {
    const entry = line.replace(/#.*/, '').trim();
    if (!entry) continue;
    const [, alias, set = '', name = ''] = /^(?:([\w-]+)\s*=\s*)?([\w-]+):([\w-]+)$/.exec(entry) ?? [];
    if (!name) throw new Error(`not an icon, such as game-icons:katana or sword = game-icons:katana: ${entry}`);
    const icons = load(set);
    const icon = icons.icons[name] ?? icons.icons[icons.aliases?.[name]?.parent ?? ''];
    if (!icon) throw new Error(`${set} has no icon named ${name}`);
    drawn[alias ?? name] = { box: icon.width ?? icons.width ?? 16, body: icon.body };
  }
  return drawn;
}

export function drawings(): Plugin {
  return {
    name: 'drawings',
    enforce: 'pre',
    load(id) {
      const file = id.split('?')[0] ?? id;
      if (!file.endsWith('.drawings')) return null;
      return { code: `export default ${JSON.stringify(drawingsOf(readFileSync(file, 'utf8')))};`, moduleType: 'js' };
    },
  };
}
