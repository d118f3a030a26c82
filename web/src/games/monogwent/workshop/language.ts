/** The script language for the editor: colours, completion and help. Only the house knows what is valid. */
import {
  autocompletion,
  snippetCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import {
  HighlightStyle,
  LanguageSupport,
  StreamLanguage,
  syntaxHighlighting,
  type StringStream,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { hoverTooltip, type EditorView, type Tooltip } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import pictures from '../pictures.drawings';
import type { Reading, Word } from './scripts';

const KEYWORDS = new Set(['for', 'in', 'while', 'if', 'else']);
const TYPES = new Set(['Number', 'String', 'Bool']);
const CLOSING = /^\s*[}\])]/;

interface Depth {
  depth: number;
  comment: boolean;
}

function token(stream: StringStream, state: Depth): string | null {
  if (state.comment) {
    if (stream.skipTo('*/')) {
      stream.match('*/');
      state.comment = false;
    } else stream.skipToEnd();
    return 'comment';
  }
  if (stream.eatSpace()) return null;
  if (stream.match('//')) {
    stream.skipToEnd();
    return 'comment';
  }
  if (stream.match('/*')) {
    state.comment = true;
    return 'comment';
  }
  if (stream.match(/"(?:[^"\\]|\\.)*"?/)) return 'string';
  if (stream.match(/\d+/)) return 'number';
  const before = stream.string.slice(0, stream.pos);
  const word = stream.match(/[A-Za-z]\w*/) as RegExpMatchArray | null;
  if (word) {
    if (/\.\s*$/.test(before)) return 'propertyName';
    if (KEYWORDS.has(word[0])) return 'keyword';
    if (word[0] === 'true' || word[0] === 'false') return 'bool';
    if (stream.match(/\s*:/, false)) return 'attributeName';
    if (TYPES.has(word[0])) return 'typeName';
    if ((word[0] === 'effect' || word[0] === 'card') && stream.match(/\s*(\{|$)/, false)) return 'definitionKeyword';
    return 'variableName';
  }
  const sign = stream.next() ?? '';
  if ('{[('.includes(sign)) state.depth += 1;
  if ('}])'.includes(sign)) state.depth = Math.max(0, state.depth - 1);
  return '{}[]()'.includes(sign) ? 'bracket' : 'operator';
}

const scriptLanguage = StreamLanguage.define<Depth>({
  name: 'monogwent-script',
  startState: () => ({ depth: 0, comment: false }),
  copyState: (state) => ({ ...state }),
  token,
  indent: (state, textAfter, context) => Math.max(0, state.depth - (CLOSING.test(textAfter) ? 1 : 0)) * context.unit,
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', '"'] },
    indentOnInput: CLOSING,
  },
  tokenTable: { definitionKeyword: tags.definitionKeyword },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword], color: 'var(--code-keyword)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool], color: 'var(--code-number)' },
  { tag: tags.attributeName, color: 'var(--code-key)' },
  { tag: tags.propertyName, color: 'var(--code-member)' },
  { tag: tags.typeName, color: 'var(--code-keyword)' },
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.operator, tags.bracket], color: 'var(--code-sign)' },
]);

/** The text with everything inside quotes and comments blanked out, so that brackets can be counted. */
const bare = (text: string): string =>
  text.replaceAll(/\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?/g, (found) => ' '.repeat(found.length));

/** What the brackets around a place belong to: an effect, a card, a selector, the statements of an action … */
export function placeOf(before: string): string {
  const text = bare(before);
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    const sign = text[at]!;
    if ('}])'.includes(sign)) depth += 1;
    else if ('{[('.includes(sign) && depth) depth -= 1;
    else if (sign === '{') {
      const lead = text.slice(Math.max(0, at - 60), at);
      const found = lead.match(
        /(effect|card)\s*$|(Selector|PostAction|Effect|Params|OnActivation)\s*:\s*\[?(?:[^[]*,)?\s*$|(=>|\)|\belse|\bin\b[^{};]*)\s*$/,
      );
      if (found?.[1]) return found[1];
      if (found?.[2])
        return (
          {
            Selector: 'selector',
            PostAction: 'postAction',
            Effect: 'effectRef',
            Params: 'params',
            OnActivation: 'activation',
          }[found[2]] ?? ''
        );
      if (found?.[3]) return 'action';
      return placeOf(before.slice(0, at)) === 'list' ? 'activation' : 'action';
    } else if (sign === '[') return 'list';
    else if (sign === '(') return 'action';
  }
  return 'top';
}

/** The key whose value is being written: `Type: "Si` is in `Type`. */
const keyOf = (before: string): string => before.match(/(\w+)\s*:\s*(?:\[[^\]]*)?"[^"\n]*$/)?.[1] ?? '';

/** The type of the expression before a dot, as far as it can be guessed. */
function typeBefore(receiver: string, whole: string): string | null {
  if (
    /\.(hand|deck|field|graveyard|board)$/i.test(receiver) ||
    /(OfPlayer|Find)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)$/i.test(receiver)
  )
    return 'List';
  if (/\.Pop\(\)$|\]$/i.test(receiver)) return 'Card';
  const name = receiver.match(/(^|[^.\w])(\w+)$/)?.[2];
  if (!name) return null;
  for (const [, targets, context] of whole.matchAll(/\(\s*(\w+)\s*,\s*(\w+)\s*\)\s*=>/g)) {
    if (name === context) return 'Context';
    if (name === targets) return 'List';
  }
  if (new RegExp(`\\bfor\\s+${name}\\b|\\(\\s*${name}\\s*\\)\\s*=>`).test(whole)) return 'Card';
  return null;
}

/** A picture next to its name. */
function drawn(name: string): Node {
  const { box, body } = pictures[name] ?? { box: 1, body: '' };
  const dom = document.createElement('div');
  dom.className = 'script-picture';
  dom.innerHTML = `<svg viewBox="0 0 ${box} ${box}" aria-hidden="true">${body}</svg>`;
  return dom;
}

const entryOf = ({ word, detail, help, insert, kind, within }: Word): Completion => {
  const info = within === 'Image' ? () => drawn(word) : help;
  const shown = {
    label: word,
    detail: detail.startsWith(word) ? detail.slice(word.length) : detail,
    info,
    type: { keyword: 'keyword', key: 'property', type: 'type', member: 'method', value: 'constant' }[kind],
  };
  return insert && insert !== word ? snippetCompletion(insert, shown) : shown;
};

function completer(words: () => Word[], reading: () => Reading | null) {
  return (context: CompletionContext): CompletionResult | null => {
    const whole = context.state.doc.toString();
    const before = whole.slice(0, context.pos);
    const comment = /\/\/[^\n]*$/.test(before.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, ''));
    if (comment) return null;
    const within = (...names: string[]) => words().filter((word) => names.includes(word.within));

    const quoted = before.match(/"([^"\n]*)$/);
    if (quoted && (before.slice(before.lastIndexOf('\n') + 1).match(/"/g)?.length ?? 0) % 2) {
      const key = keyOf(before);
      const place = placeOf(before.slice(0, context.pos - quoted[0].length));
      const values = within(key).map(entryOf);
      const effects =
        key === 'Effect' || (key === 'Name' && place === 'effectRef') || (key === 'Type' && place === 'postAction');
      const own = effects
        ? (reading()?.outline ?? [])
            .filter(({ kind, name }) => kind === 'effect' && name)
            .map(({ name }) => ({
              label: name,
              type: 'function',
              detail: 'effect',
              info: reading()?.effects.find((each) => each.name === name)?.text ?? '',
            }))
        : [];
      const factions =
        key === 'Faction'
          ? (reading()?.factions ?? [])
              .filter((name) => !values.some(({ label }) => label === name))
              .map((name) => ({ label: name, type: 'constant', detail: 'faction of this script' }))
          : [];
      const options = [...own, ...(effects && place === 'postAction' ? [] : values), ...factions];
      return options.length ? { from: context.pos - quoted[1]!.length, options, validFor: /^[^"\n]*$/ } : null;
    }

    const member = before.match(/\.(\w*)$/);
    if (member) {
      const receiver = before.slice(0, before.length - member[0].length);
      if (/\d$/.test(receiver)) return null;
      const type = typeBefore(receiver.slice(-200), whole);
      const options = words().filter((word) => word.kind === 'member' && (type === null || word.within === type));
      return { from: context.pos - member[1]!.length, options: options.map(entryOf), validFor: /^\w*$/ };
    }

    const word = context.matchBefore(/[A-Za-z]\w*/);
    if (!word && !context.explicit) return null;
    const from = word?.from ?? context.pos;
    const place = placeOf(whole.slice(0, from));
    const afterColon = /:\s*$/.test(whole.slice(0, from));
    let options: Completion[];
    if (place === 'top')
      options = within('')
        .filter(({ kind }) => kind === 'keyword')
        .map(entryOf);
    else if (place === 'params')
      options = afterColon
        ? words()
            .filter(({ word: type }) => TYPES.has(type))
            .map(entryOf)
        : [];
    else if (place === 'action' || /=>\s*$/.test(whole.slice(0, from)) || afterColon) {
      const names = [...new Set(bare(whole).match(/[A-Za-z]\w*/g) ?? [])]
        .filter((name) => /^[a-z]/.test(name) || !words().some((known) => known.word === name))
        .filter(
          (name) => name !== word?.text && !KEYWORDS.has(name) && !['effect', 'card', 'true', 'false'].includes(name),
        );
      options = [...within('action').map(entryOf), ...names.map((label) => ({ label, type: 'variable' }))];
    } else if (place === 'effectRef') {
      const params = (reading()?.effects ?? []).flatMap((effect) =>
        Object.entries(effect.params).map(([name, type]) =>
          snippetCompletion(`${name}: `, {
            label: name,
            detail: type,
            type: 'property',
            info: `A parameter of “${effect.name}”.`,
          }),
        ),
      );
      options = [
        ...words()
          .filter((known) => known.word === 'Name' && known.within === 'effect')
          .map(entryOf),
        ...params,
      ];
    } else options = within(place).map(entryOf);
    return options.length ? { from, options, validFor: /^\w*$/ } : null;
  };
}

/** Help for the word at a position. */
export function helpAt(
  whole: string,
  from: number,
  to: number,
  words: Word[],
  reading: Reading | null,
): { title: string; text: string } | null {
  const word = whole.slice(from, to);
  const before = whole.slice(0, from);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const find = (test: (word: Word) => boolean) => words.find(test);
  const told = (found: Word | undefined) => (found ? { title: found.detail || found.word, text: found.help } : null);
  if ((line.match(/"/g)?.length ?? 0) % 2) {
    const start = before.lastIndexOf('"') + 1;
    const end = whole.indexOf('"', start);
    const text = whole.slice(start, end < 0 ? to : end);
    const effect = reading?.effects.find(({ name }) => name === text);
    if (effect) return { title: `effect “${effect.name}”`, text: effect.text };
    const card = reading?.cards.find(({ name }) => name === text);
    if (card) return { title: card.summary, text: card.text || 'It has no effect.' };
    return told(find((each) => each.kind === 'value' && each.word.toLowerCase() === text.toLowerCase()));
  }
  if (/\.\s*$/.test(before)) {
    const type = typeBefore(before.replace(/\.\s*$/, '').slice(-200), whole);
    const same = (each: Word) => each.kind === 'member' && each.word.toLowerCase() === word.toLowerCase();
    return told(find((each) => same(each) && each.within === type) ?? find(same));
  }
  if (/^\s*:/.test(whole.slice(to))) {
    const place = placeOf(before);
    const found = find((each) => each.kind === 'key' && each.word === word && each.within === place);
    if (found) return told(found);
    const owner = reading?.effects.find((effect) => word in effect.params);
    return owner ? { title: `${word}: ${owner.params[word]}`, text: `A parameter of “${owner.name}”.` } : null;
  }
  for (const [, targets, context] of whole.matchAll(/\(\s*(\w+)\s*,\s*(\w+)\s*\)\s*=>/g)) {
    if (word === context) return told(find((each) => each.kind === 'type' && each.word === 'Context'));
    if (word === targets) return { title: `${word}: List`, text: 'The cards the selector chose.' };
  }
  return told(find((each) => (each.kind === 'keyword' || each.kind === 'type') && each.word === word));
}

function hover(words: () => Word[], reading: () => Reading | null): Extension {
  return hoverTooltip((view: EditorView, at: number): Tooltip | null => {
    const found = view.state.wordAt(at);
    if (!found) return null;
    const help = helpAt(view.state.doc.toString(), found.from, found.to, words(), reading());
    if (!help) return null;
    return {
      pos: found.from,
      end: found.to,
      above: true,
      create: () => {
        const dom = document.createElement('div');
        dom.className = 'script-help';
        const title = document.createElement('code');
        title.textContent = help.title;
        const text = document.createElement('p');
        text.textContent = help.text;
        dom.append(title, text);
        return { dom };
      },
    };
  });
}

/** Everything the editor knows about the language. */
export function scriptSupport(words: () => Word[], reading: () => Reading | null): Extension[] {
  return [
    new LanguageSupport(scriptLanguage),
    syntaxHighlighting(colours),
    autocompletion({ override: [completer(words, reading)], icons: false }),
    hover(words, reading),
  ];
}
