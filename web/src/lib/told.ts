/** Many small steps told as one: "You plant Tulip on (1,1)." three times is one line about three fields. */
import type { LogLine } from './table.svelte';
import { listed } from './words';

/** Lines that follow one another, of one seat and one of these kinds of event, become one line. */
export function together(lines: LogLine[], kinds: readonly string[] = []): LogLine[] {
  if (!kinds.length) return lines;
  const told: LogLine[] = [];
  let run: LogLine[] = [];
  const tell = () => {
    const last = run.at(-1);
    if (last) told.push(...(asOne(run) ?? run));
    run = [];
  };
  for (const line of lines) {
    const [first] = run;
    if (first && (first.kind !== line.kind || first.seat !== line.seat)) tell();
    if (line.kind && kinds.includes(line.kind)) run.push(line);
    else {
      tell();
      told.push(line);
    }
  }
  tell();
  return told;
}

/** One line that says what each of these says; null if they begin differently. */
function asOne(run: LogLine[]): LogLine[] | null {
  const [first] = run;
  if (!first || run.length < 2) return null;
  const words = run.map(({ text }) => text.replace(/\.$/, '').split(' '));
  let shared = 0;
  while (words.every((each) => each.length > shared + 1 && each[shared] === words[0]?.[shared])) shared++;
  // Who and what they did, at least.
  if (shared < 2) return null;
  const rests = words.map((each) => each.slice(shared).join(' '));
  const plain = rests.every((rest) => !/[,:;] /.test(rest));
  const start = words[0]!.slice(0, shared).join(' ');
  return [{ ...run.at(-1)!, text: `${start} ${plain ? listed(rests) : rests.join('; ')}.` }];
}
