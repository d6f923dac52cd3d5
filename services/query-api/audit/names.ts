import type { AuditEvent } from '../../../schemas/audit/routes.ts';
import { hidden } from './fields.ts';

type Named<Type extends string = string> = { readonly type: Type; readonly id: string | null };

/** `key:<id>`, `session:<id>`, `user:<id>`, `operator`; everything else is the name of a role. */
export function actorOf(actor: string): AuditEvent['actor'] {
  const { type, id } = /^(?<type>key|session|user):(?<id>.+)$/u.exec(actor)?.groups ?? {};
  if (type === 'key' || type === 'session' || type === 'user') return { type, id: id ?? null };
  return actor === 'operator' ? { type: 'operator', id: null } : { type: 'system', id: actor };
}

/** Kinds of streams may have hyphens; ids are UUIDs or hashes, or begin with one, or have no kind with a hyphen. */
const streamPattern =
  /^(?<type>[a-z-]+?)-(?<id>[0-9a-f]{8}-[0-9a-f]{4}-.+|[0-9a-f]{64})$|^(?<word>[^-]+)-(?<rest>.+)$/u;

/** Streams that are named for a hash of a mail address. */
const secretTypes: ReadonlySet<string> = new Set(['address', 'mailbox']);

/** The kind of a stream and what stands behind it. */
export function resourceOf(stream: string): AuditEvent['resource'] {
  const { type, id, word, rest } = streamPattern.exec(stream)?.groups ?? {};
  const found = { type: type ?? word ?? stream, id: id ?? rest ?? '' };
  return secretTypes.has(found.type) ? { ...found, id: hidden } : found;
}

/** Whether a filter names it: by its type, or as `type:id`. */
export const isNamed = (filter: string | undefined, { type, id }: Named): boolean =>
  filter === undefined || filter === type || filter === `${type}:${id}`;
