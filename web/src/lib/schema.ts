/** A game's options as form fields, read from their JSON schema. */
import type { Game, Json } from './protocol';
import { titled } from './words';

/** The part of JSON Schema that options use. */
interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: Json[];
  examples?: Json[];
  anyOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
  properties?: Record<string, Schema>;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

export interface Field {
  name: string;
  title: string;
  hint: string;
  kind: 'switch' | 'number' | 'choice' | 'text' | 'other';
  /** May be left empty; the game then chooses. */
  optional: boolean;
  choices: Json[];
  least: number | null;
  most: number | null;
}

export function fieldsOf(game: Game): Field[] {
  const options: Schema = game.options;
  const root = resolve(options, options);
  return Object.entries(root.properties ?? {}).map(([name, schema]) => fieldOf(name, resolve(schema, options)));
}

function resolve(schema: Schema, root: Schema): Schema {
  const name = schema.$ref?.split('/').pop();
  if (!name) return schema;
  const { $ref: _, ...rest } = schema;
  return { ...resolve(root.$defs?.[name] ?? {}, root), ...rest };
}

/** Longer texts, such as a script, need a page of their own. */
const LONGEST_TEXT = 500;

function fieldOf(name: string, given: Schema): Field {
  const kinds = given.anyOf?.filter((each) => each.type !== 'null');
  const schema = kinds?.length === 1 ? { ...given, ...kinds[0] } : given;
  const field: Field = {
    name,
    title: schema.title ?? titled(name),
    hint: schema.description ?? '',
    kind: 'other',
    optional: kinds !== undefined && kinds.length < (given.anyOf?.length ?? 0),
    choices: schema.enum ?? schema.examples ?? [],
    least: schema.minimum ?? null,
    most: schema.maximum ?? null,
  };
  if (field.choices.length) field.kind = 'choice';
  else if (schema.type === 'boolean') field.kind = 'switch';
  else if (schema.type === 'integer' || schema.type === 'number') field.kind = 'number';
  else if (schema.type === 'string' && (schema.maxLength ?? 0) <= LONGEST_TEXT) field.kind = 'text';
  return field;
}
