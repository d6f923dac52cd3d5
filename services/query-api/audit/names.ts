import { streamParts } from '../../../projections/audit/stream-parts.ts';
import type { AuditEvent } from '../../../schemas/audit/routes.ts';
import { hidden } from './fields.ts';

type Named<Type extends string = string> = { readonly type: Type; readonly id: string | null };

/** `key:<id>`, `session:<id>`, `user:<id>`, `operator`; everything else is the name of a role. */
export function actorOf(actor: string): AuditEvent['actor'] {
  const { type, id } = /^(?<type>key|session|user):(?<id>.+)$/u.exec(actor)?.groups ?? {};
  if (type === 'key' || type === 'session' || type === 'user') return { type, id: id ?? null };
  return actor === 'operator' ? { type: 'operator', id: null } : { type: 'system', id: actor };
}

/** Streams that are named for a hash of a mail address. */
const secretTypes: ReadonlySet<string> = new Set(['address', 'mailbox']);

/** The kind of a stream and what stands behind it; a secret is hidden. */
export function resourceOf(stream: string): AuditEvent['resource'] {
  const found = streamParts(stream);
  return secretTypes.has(found.type) ? { ...found, id: hidden } : found;
}

/** Whether a filter names it: by its type, or as `type:id`. */
export const isNamed = (filter: string | undefined, { type, id }: Named): boolean =>
  filter === undefined || filter === type || filter === `${type}:${id}`;
