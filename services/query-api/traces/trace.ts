import type { Handler } from '../../../platform/http/handler.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import { limits } from '../config.ts';
import { type EventStacks, spanStacks } from '../source-maps/span-stacks.ts';
import type { Symbolicate } from '../source-maps/symbolicate.ts';
import { knownSql } from '../windows/known-condition.ts';
import { readEarlySpans, recentlyEnded } from './early-spans.ts';
import { findTrace } from './found-trace.ts';
import type { ReadResources } from './resources.ts';
import { type TraceForm, writeTrace } from './trace-answer.ts';
import { type ReadSpan, readSpans } from './trace-spans.ts';
import type { TraceTimes } from './trace-times.ts';

export type TraceDependencies = {
  readonly warehouse: OrganizationReads;
  readonly readResources: ReadResources;
  readonly traceTimes: TraceTimes;
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
    traceTimes,
    clock,
    symbolicate,
    form,
  }: TraceDependencies): Handler<'getTrace'> =>
  async ({ key: { organizationId: organization }, params: { id }, query, signal }) => {
    const reading = { warehouse, signal };
    const known = knownSql(query.as_of);
    const ended = traceTimes.of(organization, id) ?? recentlyEnded(clock());
    const early =
      query.as_of === undefined ? readEarlySpans(organization, id, ended, reading) : undefined;
    const place = await findTrace(organization, id, reading, known);
    traceTimes.remember(organization, [place.trace]);
    const found = await readSpans(place, reading, await early?.(place.trace));
    const named = new Set(found.rows.map(row => row.resource));
    const charactersMax = resourceCharactersMax(found.rows.length);
    const resources = await readResources(organization, named, reading, charactersMax);
    const symbolicating = { symbolicate, signal };
    const stacks = await spanStacks(organization, found.rows, resources, symbolicating);
    const rows = found.rows.map(row => withStacks(row, stacks.get(row)));
    const body = await writeTrace({ ...found, rows, trace: place.trace, resources }, form);
    return { status: 200, body };
  };

const withStacks = (row: ReadSpan, stacks: EventStacks | undefined): ReadSpan =>
  stacks === undefined ? row : { ...row, stacks };

/** Each span gives its resource again, so the longest one depends on how many there are. */
const resourceCharactersMax = (spans: number): number =>
  Math.max(limits.traceResourceBytesMin, limits.traceResourcesBytesMax / Math.max(1, spans));
