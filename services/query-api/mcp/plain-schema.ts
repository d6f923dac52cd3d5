import type { Fields } from './tool.ts';

/** What a model does not need, or what is longer than what it says. */
const dropped = new Set([
  '$schema',
  'additionalProperties',
  'pattern',
  'description',
  'minimum',
  'maximum',
]);

/** A schema of JSON without bounds and descriptions, and without what is below so many levels. */
export function plainSchema(schema: Fields, levels: number): Fields {
  if (levels === 0) return 'type' in schema ? { type: schema.type } : {};
  const kept = Object.entries(schema).filter(([name]) => !dropped.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, partOf(name, value, levels)]));
}

function partOf(name: string, value: unknown, levels: number): unknown {
  if (name === 'properties' && isFields(value)) {
    const fields = Object.entries(value);
    return Object.fromEntries(fields.map(([field, each]) => [field, inner(each, levels)]));
  }
  if (name === 'items') return inner(value, levels);
  return name === 'anyOf' && Array.isArray(value) ? value.map(each => same(each, levels)) : value;
}

const inner = (value: unknown, levels: number): unknown => same(value, levels - 1);

const same = (value: unknown, levels: number): unknown =>
  isFields(value) ? plainSchema(value, levels) : value;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
