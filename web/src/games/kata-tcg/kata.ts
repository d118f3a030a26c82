/** Kata TCG's view and cards, and how to draw them. The rules stay in the house. */
import type { Seen } from '../../lib/picker.svelte';
import type { Json } from '../../lib/protocol';
import type { Card, KataView, MinionView as Minion } from './protocol';

export type { Card, KataData, KataView, MinionView as Minion, SideView as Side } from './protocol';

/** How many empty places to draw. */
export const PLACES = 3;
export const MOST_HEALTH = 30;
export const MOST_SLOTS = 10;

export const KINDS = ['attack', 'heal', 'summon', 'draw'] as const;
export type Kind = (typeof KINDS)[number];

/** The ways to use a card, with the numbers printed on it. */
export function modesOf(card: Card): { kind: Kind; label: string; short: string }[] {
  const modes: { kind: Kind; label: string; short: string }[] = [];
  if (card.damage !== null) modes.push({ kind: 'attack', label: `Attack ${card.damage}`, short: `${card.damage}` });
  if (card.heal !== null) modes.push({ kind: 'heal', label: `Heal ${card.heal}`, short: `${card.heal}` });
  if (card.minion_health !== null) {
    const figures = `${card.minion_damage ?? 0}/${card.minion_health}`;
    modes.push({ kind: 'summon', label: `Summon ${figures}`, short: figures });
  }
  if (card.draw !== null) modes.push({ kind: 'draw', label: `Draw ${card.draw}`, short: `${card.draw}` });
  return modes;
}

export const KIND_ICON: Record<Kind, string> = {
  attack: 'broadsword',
  heal: 'health-normal',
  summon: 'shield',
  draw: 'card-draw',
};

/** A card in words, for hover and screen readers. */
export function describe(card: Card): string {
  return `${card.name}, costs ${card.cost}. ${modesOf(card)
    .map((mode) => mode.label)
    .join(', ')}. ${card.text}`;
}

interface Paper {
  top: string;
  bottom: string;
  moon: string;
  hill: string;
}

const PAPERS: Record<string, Paper> = {
  attack: { top: '#451413', bottom: '#c2502c', moon: '#ffb06b', hill: '#24090a' },
  healing: { top: '#17402f', bottom: '#82b27c', moon: '#eaf3b8', hill: '#0c2418' },
  minion: { top: '#28303d', bottom: '#8a8f93', moon: '#eadfc3', hill: '#171c25' },
  'all-round': { top: '#27204a', bottom: '#9475b3', moon: '#f3cd8c', hill: '#181330' },
  drawer: { top: '#123646', bottom: '#66a6aa', moon: '#d8f0dc', hill: '#0a1f29' },
  'plain drawer': { top: '#123646', bottom: '#66a6aa', moon: '#d8f0dc', hill: '#0a1f29' },
  'drawer hybrid': { top: '#1b2c5a', bottom: '#6f9ac0', moon: '#f0e2b6', hill: '#0d1734' },
  'cheap-powerful': { top: '#4d3608', bottom: '#d9a849', moon: '#fff1c2', hill: '#2f2105' },
  'expensive-mediocre': { top: '#3f2c22', bottom: '#a98b6b', moon: '#f0d8b0', hill: '#221610' },
  useless: { top: '#3d3d3a', bottom: '#9b988e', moon: '#e8e4d6', hill: '#22221f' },
  plain: { top: '#33332e', bottom: '#a8946c', moon: '#f2e4bd', hill: '#1d1c17' },
};

export const paperOf = (card: Card): Paper => PAPERS[card.group] ?? (PAPERS.plain as Paper);

/** What a preview says about one minion: "falls", "7 → 2", or nothing. */
export function fate(view: KataView, side: number, minion: Minion, preview: Seen | null): string | null {
  if (!preview) return null;
  const after = (view.sides[side]?.board ?? []).map((each): Record<string, Json> => ({ ...each }));
  const prefix = `sides.${side}.board.`;
  for (const [path, , value] of preview.changes) {
    if (!path.startsWith(prefix)) continue;
    const [place, field] = path.slice(prefix.length).split('.');
    if (!field) continue;
    (after[Number(place)] ??= {})[field] = value;
  }
  const found = after.find((each) => each.minion === minion.minion);
  if (!found) return 'falls';
  return found.health === minion.health ? null : `${minion.health} → ${Number(found.health)}`;
}

/** "17 → 12" for a number the preview changes. */
export function arrow(change: [unknown, unknown] | null): string | null {
  return change && `${Number(change[0])} → ${Math.max(0, Number(change[1]))}`;
}

/** Spreads a hand like a fan: turned and lowered towards the edges. */
export function fan(place: number, count: number): string {
  const off = place - (count - 1) / 2;
  return `--turn: ${off * 2.6}deg; --sink: ${off * off * 3}px; --count: ${count}`;
}
