import { isDeepStrictEqual } from 'node:util';
import type { ResourceFields } from '../../../projections/audit/audit-resources.ts';
import type { AuditEvent } from '../../../schemas/audit/routes.ts';
import { isSecretField } from '../../../schemas/events/secret-fields.ts';
import type { Json } from '../../../schemas/json.ts';

type Change = AuditEvent['changes'][number];

export const hidden = '(sealed)';

/** The fields that differ, in the order of `after`. Secret values are compared and not shown. */
export const changesBetween = (before: ResourceFields, after: ResourceFields): readonly Change[] =>
  Object.keys(after)
    // It is the organization of the reader in every row.
    .filter(field => field !== 'organizationId')
    .filter(field => !isDeepStrictEqual(before[field], after[field]))
    .map(field => ({
      field: snakeCase(field),
      before: visible(field, before[field]),
      after: visible(field, after[field]),
    }));

/** The value as a reader may see it. */
export function visible(field: string, value: Json | undefined): Json {
  if (value === undefined || value === null) return null;
  if (isSecretField(field)) return hidden;
  if (Array.isArray(value)) return value.map(item => visible(field, item));
  return typeof value === 'object' ? visibleObject(value as ResourceFields) : value;
}

function visibleObject(fields: ResourceFields): Json {
  if ('sealed' in fields || 'clear' in fields) return hidden;
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [snakeCase(field), visible(field, value)]),
  );
}

const snakeCase = (field: string): string =>
  field.replace(/\p{Lu}/gu, letter => `_${letter.toLowerCase()}`);
