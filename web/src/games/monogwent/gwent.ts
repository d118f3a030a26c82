/** MonoGwent's view and data, and what its cards look like. */
import type { Card as Printed } from './protocol';

export type {
  CardView as Lying,
  HandCardView as Held,
  MonoGwentData as GwentData,
  MonoGwentView as GwentView,
  SideView as Side,
  UnitView as Unit,
} from './protocol';

/** What is drawn of a card; one on a test table may be made up. */
export type Card = Pick<Printed, 'name' | 'type' | 'faction' | 'power' | 'rows' | 'text' | 'flavour'> &
  Partial<Pick<Printed, 'image' | 'slot'>>;

export const ROWS = ['Melee', 'Ranged', 'Siege'] as const;
export type Sky = 'rain' | 'snow' | 'fog' | 'dust' | 'mud' | 'flood';

const ICONS: Record<string, string> = {
  'Lane Militia': 'pitchfork',
  'Post Owl': 'owl',
  'The Wandering Champion': 'knight-banner',
  'Seven Days of Rain': 'raining',
  'Open Sky': 'sunrise',
  Scarecrow: 'scarecrow',
  'Lady Bramble': 'thorn-helix',
  'Hedge Warden': 'farmer',
  'Thistle Pikes': 'spears',
  'Orchard Slinger': 'slingshot',
  'Hornblower Quill': 'trumpet-flag',
  'Rolling Barrel': 'barrel',
  'Old Boar Tusker': 'boar',
  'The Gate Oak': 'oak',
  'Dame Hawthorn': 'mounted-knight',
  'Root Tangle': 'root-tip',
  'Hard Frost': 'snowflake-1',
  'War Drums': 'drum',
  'Harvest Horn': 'hunting-horn',
  'Topiary Knight': 'beech',
  Bellmother: 'ringing-bell',
  'Gull Caller': 'seagull',
  'Salt Kettle': 'cauldron',
  'Breakwater Guard': 'visored-helm',
  'Sleet Cantor': 'sing',
  'Tide Engine': 'trebuchet',
  'Fog Organ': 'pipe-organ',
  'Heron Queen': 'heron',
  'The Ninth Wave': 'big-wave',
  'Biting Sleet': 'snowing',
  'Marsh Fog': 'fog',
  Lighthouse: 'lighthouse',
  'Following Wind': 'windy-stripes',
  'Empty Boat': 'sailboat',
  'Old Mother Quarry': 'hooded-figure',
  'Ferret Boy': 'squirrel',
  'Heath Archer': 'archer',
  'Peat Sledge': 'mine-wagon',
  'Snare Setter': 'wolf-trap',
  'Longbow Widow': 'high-shot',
  "Tinker's Wagon": 'old-wagon',
  'The Grey Hound': 'hound',
  'Marrow the Marksman': 'crossbow',
  'Smoke on the Heather': 'campfire',
  'Sucking Mud': 'swamp',
  'Blood Trail': 'paw-print',
  'Hilltop Camp': 'camping-tent',
  'Stuffed Stag': 'deer-head',
  'Foreman Plumb': 'miner',
  'Spade Gang': 'spade',
  'Rope Crew': 'rope-coil',
  'Stone Thrower': 'catapult',
  'Trench Engineer': 'dig-dug',
  'Tower Breaker': 'siege-ram',
  'Plough Horse Maggie': 'horse-head',
  'The Great Roller': 'stone-wheel',
  'Judge Evenhand': 'scales',
  'Dust of Demolition': 'dust-cloud',
  'Burst Dam': 'dam',
  'Pamphlet Rain': 'papers',
  'Double Shift': 'hourglass',
  'Painted Siege Tower': 'siege-tower',
};

/** For cards written by players. */
const BY_TYPE: Record<string, string> = {
  Silver: 'pointy-sword',
  Gold: 'laurel-crown',
  Decoy: 'double-face-mask',
  Weather: 'fog',
  Dispel: 'sunrise',
  Boost: 'trumpet-flag',
  Leader: 'crown',
};

/** A scripted card gets a picture that matches its name, if there is one; otherwise one of its kind, always the same. */
const BY_WORD: [RegExp, string][] = [
  [/lantern/i, 'old-lantern'],
  [/lamp|wick/i, 'lantern-flame'],
  [/candle|wax|taper/i, 'candle-light'],
  [/owl|moth|night/i, 'owl'],
  [/raven|crow|bird/i, 'raven'],
  [/wolf/i, 'wolf-head'],
  [/bear/i, 'bear-head'],
  [/fox/i, 'fox-head'],
  [/hound|dog/i, 'hound'],
  [/horse|ride/i, 'horse-head'],
  [/ship|boat|ferry|sail/i, 'canoe'],
  [/courier|post|letter|clerk/i, 'envelope'],
  [/banner|flag|vane/i, 'flying-flag'],
  [/tower|gate|castle/i, 'stone-tower'],
  [/king|throne/i, 'old-king'],
  [/queen|lady/i, 'queen-crown'],
  [/fire|cinder|ember|flame|soot/i, 'campfire'],
  [/frost|snow|ice/i, 'snowflake-1'],
  [/rain/i, 'raining'],
  [/moon/i, 'moon'],
  [/sun|noon|dawn|sky/i, 'sunrise'],
  [/wagon|cart/i, 'old-wagon'],
  [/tree|oak|leaf/i, 'oak'],
  [/smith|anvil|hammer/i, 'anvil'],
  [/drum/i, 'drum'],
  [/horn/i, 'hunting-horn'],
  [/archer|bow|arrow|sling/i, 'archer'],
  [/snake/i, 'snake'],
  [/keeper|warden|guard|porter/i, 'visored-helm'],
];
const VARIETY: Record<string, string[]> = {
  Silver: ['pointy-sword', 'pitchfork', 'spears', 'visored-helm', 'hooded-figure', 'crossed-axes'],
  Gold: ['laurel-crown', 'mounted-knight', 'knight-banner', 'old-king'],
  Weather: ['fog', 'dust-cloud', 'windy-stripes'],
  Boost: ['trumpet-flag', 'flying-flag', 'drum'],
  Leader: ['crown', 'queen-crown', 'old-king'],
};

function inkOf(name: string): number {
  let sum = 7;
  for (const sign of name) sum = (sum * 31 + sign.codePointAt(0)!) % 100_003;
  return sum;
}

function ownIcon(name: string, type: string): string {
  const said = BY_WORD.find(([words]) => words.test(name))?.[1];
  const kinds = VARIETY[type] ?? [];
  return said ?? kinds[inkOf(name) % Math.max(1, kinds.length)] ?? BY_TYPE[type] ?? 'pointy-sword';
}

export const ROW_ICONS = ['crossed-swords', 'bow-arrow', 'catapult'] as const;

export const iconOf = ({ name, type, image }: Pick<Card, 'name' | 'type' | 'image'>): string =>
  image || (ICONS[name] ?? ownIcon(name, type));

const SKIES: Record<string, Sky> = {
  'Seven Days of Rain': 'rain',
  'Hard Frost': 'snow',
  'Biting Sleet': 'snow',
  'Marsh Fog': 'fog',
  'Smoke on the Heather': 'dust',
  'Dust of Demolition': 'dust',
  'Root Tangle': 'mud',
  'Sucking Mud': 'mud',
  'Burst Dam': 'flood',
};

export const skyOf = (name: string): Sky => SKIES[name] ?? 'fog';

/** Sky above, sky below, hills and silhouette of a faction's pictures. */
const LANDS: Record<string, [string, string, string, string]> = {
  Neutral: ['#b9c2b4', '#efe3c4', '#8a9a78', '#2c3527'],
  'Hedge Court': ['#f0c877', '#fbecc6', '#7fa05a', '#1f3327'],
  'Storm Choir': ['#8fb4c9', '#dfeaea', '#5d8aa3', '#16293a'],
  'Moor Hunters': ['#8d6a8e', '#f0b78d', '#7b5a74', '#2c1b30'],
  'The Levellers': ['#d99a6c', '#f6dfbd', '#a4714c', '#3a2115'],
};

/** For factions written by players. */
const FAR_LANDS: [string, string, string, string][] = [
  ['#6f6a9c', '#f3c58f', '#4d4a75', '#1f1c38'],
  ['#a9b6c9', '#ece7f2', '#77809c', '#232740'],
  ['#7fb3a2', '#e6f0dc', '#4f8a77', '#12302a'],
  ['#c98f8f', '#f7e3d4', '#94605f', '#351817'],
];

export const landOf = (faction: string): [string, string, string, string] =>
  LANDS[faction] ?? FAR_LANDS[inkOf(faction) % FAR_LANDS.length]!;

export const isUnit = (type: string): boolean => type === 'Silver' || type === 'Gold';

/** A card in one sentence, for screen readers. */
export function describe(card: Card, power = card.power): string {
  const rows = card.rows.map((row) => ROWS[row]).join(', ');
  return [
    `${card.name}${isUnit(card.type) ? `, power ${power}` : ''}, ${card.type.toLowerCase()}`,
    rows && `for ${rows}`,
    card.text,
  ]
    .filter(Boolean)
    .join('. ');
}

export const signed = (change: number): string => (change < 0 ? `−${-change}` : `+${change}`);
