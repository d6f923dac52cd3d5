import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import { limits } from '../config.ts';
import { type EventStacks, spanStacks } from '../source-maps/span-stacks.ts';
import type { Symbolicate } from '../source-maps/symbolicate.ts';
import { readRecentSpans } from './recent-spans.ts';
import type { ReadResources } from './resources.ts';
import { type TraceForm, writeTrace } from './trace-answer.ts';
import { type ReadSpan, readSpans } from './trace-spans.ts';
import { readTrace } from './trace-summaries.ts';

export type TraceDependencies = {
  readonly warehouse: OrganizationReads;
  readonly readResources: ReadResources;
  readonly clock: () => number;
  readonly symbolicate: Symbolicate;
  /** The whole of a trace when absent. */
  readonly form?: TraceForm;
};

/** GET /v1/traces/:id: a trace with its spans in the order of their starts, as much as an answer holds. */
export const getTrace =
  ({
    warehouse,
    readResources,
    clock,
    symbolicate,
    form,
  }: TraceDependencies): Handler<'getTrace'> =>
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
    const symbolicating = { symbolicate, signal };
    const stacks = await spanStacks(organization, found.rows, resources, symbolicating);
    const rows = found.rows.map(row => withStacks(row, stacks.get(row)));
    const body = await writeTrace({ ...found, rows, trace, resources }, form);
    return { status: 200, body };
  };

const withStacks = (row: ReadSpan, stacks: EventStacks | undefined): ReadSpan =>
  stacks === undefined ? row : { ...row, stacks };

/** Each span gives its resource again, so the longest one depends on how many there are. */
const resourceCharactersMax = (spans: number): number =>
  Math.max(limits.traceResourceBytesMin, limits.traceResourcesBytesMax / Math.max(1, spans));

const idCharactersShown = 200;

const isTraceId = (id: string): boolean => /^[0-9a-f]{32}$/.test(id);
