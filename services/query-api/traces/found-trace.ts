import { notFound } from '../../../platform/http/problem.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { QueryContext } from '../windows/window-metrics.ts';
import type { Place } from './span-reads.ts';
import { readTrace } from './trace-summaries.ts';

export const isTraceId = (id: string): boolean => /^[0-9a-f]{32}$/.test(id);

/** A trace of an organization, of what passes the condition `known`. Throws 404 where there is none. */
export async function findTrace(
  organization: OrganizationId,
  id: string,
  reading: QueryContext,
  known: string,
): Promise<Place> {
  const trace = isTraceId(id) ? await readTrace(organization, id, reading, known) : undefined;
  if (trace === undefined) throw noSuchTrace(id);
  return { organization, trace, known };
}

export const noSuchTrace = (id: string) =>
  notFound(`there is no trace '${id.slice(0, idCharactersShown)}'`);

const idCharactersShown = 200;
