import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import { limits } from '../config.ts';
import { readRecentSpans } from './recent-spans.ts';
import type { ReadResources } from './resources.ts';
import { writeTrace } from './trace-answer.ts';
import { readSpans } from './trace-spans.ts';
import { readTrace } from './trace-summaries.ts';

export type TraceDependencies = {
  readonly warehouse: OrganizationReads;
  readonly readResources: ReadResources;
  readonly clock: () => number;
  /** Fewer bytes than an answer may have at most. */
  readonly answerBytesMax?: number;
};

/** GET /v1/traces/:id: a trace with its spans in the order of their starts, as much as an answer holds. */
export const getTrace =
  ({ warehouse, readResources, clock, answerBytesMax }: TraceDependencies): Handler<'getTrace'> =>
  async ({ key, params, signal }) => {
    const organization = key.organizationId;
    const reading = { warehouse, signal };
    const [trace, recent] = isTraceId(params.id)
      ? await Promise.all([
          readTrace(organization, params.id, reading),
          readRecentSpans(organization, params.id, clock(), reading),
        ])
      : [];
    if (trace === undefined)
      throw notFound(`there is no trace '${params.id.slice(0, idCharactersShown)}'`);
    const found = await readSpans(organization, trace, reading, recent);
    const named = new Set(found.rows.map(row => row.resource));
    const charactersMax = resourceCharactersMax(found.rows.length);
    const resources = await readResources(organization, named, reading, charactersMax);
    return { status: 200, body: await writeTrace({ ...found, trace, resources }, answerBytesMax) };
  };

/** Each span gives its resource again, so the longest one depends on how many there are. */
const resourceCharactersMax = (spans: number): number =>
  Math.max(limits.traceResourceBytesMin, limits.traceResourcesBytesMax / Math.max(1, spans));

const idCharactersShown = 200;

const isTraceId = (id: string): boolean => /^[0-9a-f]{32}$/.test(id);
