import { keysFor } from '../api-keys/kinds.ts';

/** What routes have in common that read state from projections. */
export const domainRead = {
  method: 'GET',
  role: 'query-api',
  keys: keysFor.reading,
  domain: true,
  body: 'none',
} as const;

/** What routes have in common whose command becomes events. */
export const domainCommand = { role: 'ingest-api', keys: keysFor.writing, domain: true } as const;
