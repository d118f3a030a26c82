/** A game's options, read from their JSON schema as the new-table dialog needs them. */
import type { Game, Json, Schema } from './protocol';
import { titled } from './words';

export interface Field {
  name: string;
  title: string;
  hint: string;
  kind: 'switch' | 'number' | 'choice' | 'text' | 'other';
  choices: Json[];
  least: number | null;
  most: number | null;
}

export function fieldsOf(game: Game): Field[] {
  const root = resolve(game.options, game.options);
  return Object.entries(root.properties ?? {}).map(([name, schema]) => fieldOf(name, resolve(schema, game.options)));
}

function resolve(schema: Schema, root: Schema): Schema {
  const name = schema.$ref?.split('/').pop();
  if (!name) return schema;
  const { $ref: _, ...rest } = schema;
  return { ...resolve(root.$defs?.[name] ?? {}, root), ...rest };
}

function fieldOf(name: string, schema: Schema): Field {
  const field: Field = {
    name,
    title: schema.title ?? titled(name),
    hint: schema.description ?? '',
    kind: 'other',
    choices: schema.enum ?? [],
    least: schema.minimum ?? null,
    most: schema.maximum ?? null,
  };
  if (schema.enum) field.kind = 'choice';
  else if (schema.type === 'boolean') field.kind = 'switch';
  else if (schema.type === 'integer' || schema.type === 'number') field.kind = 'number';
  else if (schema.type === 'string') field.kind = 'text';
  return field;
}
