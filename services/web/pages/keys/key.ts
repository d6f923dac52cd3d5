import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { Tone } from '../../ui/badge.tsx';

export type Key = ResponseOf<'listApiKeys'>['api_keys'][number];
export type Issued = ResponseOf<'createApiKey'>;

export const kinds = [
  ['live', 'live: sends, reads and changes settings'],
  ['read', 'read: reads'],
  ['pub', 'pub: sends from web pages and apps'],
  ['widget', 'widget: shows widgets'],
] as const satisfies readonly (readonly [Key['kind'], string])[];

/** What people call a key: keys that were issued for a code have no name. */
export const nameOf = ({ name, kind }: Pick<Key, 'name' | 'kind'>): string =>
  name === '' ? `the first ${kind} key` : name;

type Standing = { readonly text: string; readonly tone: Tone };

/** Whether it works; one with a successor works until it expires. */
export function standingOf({ status, rotated_to }: Pick<Key, 'status' | 'rotated_to'>): Standing {
  if (status === 'active')
    return rotated_to === null
      ? { text: 'active', tone: 'ok' }
      : { text: 'has a successor', tone: 'warning' };
  return { text: status, tone: 'muted' };
}
