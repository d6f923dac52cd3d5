import type { AuditKind } from '../../../../schemas/audit/kinds.ts';
import { usePageSearch } from '../../page-search.ts';

export const kinds = [
  ['', 'all'],
  ['rules', 'alert rules'],
  ['alerts', 'alerts'],
  ['anomalies', 'anomalies'],
  ['errors', 'errors'],
  ['triage', 'inbox'],
  ['silences', 'silences'],
  ['checks', 'health checks'],
  ['channels', 'channels'],
  ['webhooks', 'webhooks'],
  ['keys', 'API keys'],
  ['breakpoints', 'breakpoints'],
  ['source_maps', 'source maps'],
  ['replays', 'replays'],
  ['conversations', 'conversations'],
  ['billing', 'billing'],
  ['account', 'organization and people'],
] as const satisfies readonly (readonly [AuditKind | '', string])[];

export const actors = [
  ['', 'anybody'],
  ['user', 'people'],
  ['key', 'API keys'],
  ['session', 'registrations'],
  ['operator', 'the operator'],
  ['system', 'Tidemark'],
] as const;

export const times = [
  ['', 'all'],
  ['range', 'the range above'],
] as const;

const known = (choices: readonly (readonly [string, string])[], text = ''): string =>
  choices.some(([value]) => value === text) ? text : '';

/** The filters of the link, and how to change them; another filter begins at the latest. */
export function useFilters() {
  const [found, change] = usePageSearch('kind', 'actor', 'resource', 'time', 'cursor');
  const filters = {
    kind: known(kinds, found.kind),
    /** A kind of actors, or one of them. */
    actor: found.actor ?? '',
    /** One thing, as `api-key:<id>`. */
    resource: found.resource ?? '',
    time: known(times, found.time),
  };
  const narrow = (next: Partial<typeof filters>): void => change({ ...next, cursor: undefined });
  return [filters, narrow] as const;
}

export type Filters = ReturnType<typeof useFilters>[0];
