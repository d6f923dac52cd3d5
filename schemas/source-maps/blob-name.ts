import { dayOf } from '../day.ts';
import type { SourceMapId } from './ids.ts';
import type { OfSourceMap } from './source-map.ts';

/** The common beginning of the names of contents. */
export const sourceMapBlobs = 'source-maps/';

/**
 * Where the content of a map lies. A retry finds it there; the day says how old a content may be that no
 * map refers to.
 */
export const sourceMapBlob = (
  { organizationId, sourceMapId }: OfSourceMap,
  hash: string,
  receivedAtMs: number,
): string => `${sourceMapBlobs}${organizationId}/${sourceMapId}/${dayOf(receivedAtMs)}/${hash}`;

export type NamedBlob = OfSourceMap & { readonly day: string };

/** What a name says; undefined for a name of another kind. */
export function parseSourceMapBlob(name: string): NamedBlob | undefined {
  const [folder, organizationId, sourceMapId, day, hash, ...more] = name.split('/');
  if (`${folder}/` !== sourceMapBlobs || !hash || more.length > 0) return undefined;
  if (!organizationId || !sourceMapId || !day || !/^\d{4}-\d{2}-\d{2}$/u.test(day))
    return undefined;
  return {
    organizationId: organizationId as OfSourceMap['organizationId'],
    sourceMapId: sourceMapId as SourceMapId,
    day,
  };
}

/** Whether a content was received on a day that had ended by then. */
export const isBlobBefore = ({ day }: Pick<NamedBlob, 'day'>, atMs: number): boolean =>
  day < dayOf(atMs);
