import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest, notFound } from '../../../platform/http/problem.ts';
import type { QueryOf, ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { windowSeconds, windowStart } from '../../../schemas/window.ts';
import { type FoundCauses, findCauses } from '../causes/find-causes.ts';
import type { CauseReads } from '../causes/read-deploys.ts';
import { firstFailures } from '../core/root-causes/failures.ts';
import { childrenOf, type SampledSpan } from '../core/root-causes/sampled-span.ts';
import { selfTimes } from '../core/root-causes/self-times.ts';
import { sentencesOf } from '../core/root-causes/sentences.ts';
import type { ServiceReads } from '../services/known-service.ts';
import { assertOwnService } from '../services/own-service.ts';
import { secondsOf } from '../traces/span-names.ts';
import { readTrace } from '../traces/trace-summaries.ts';
import { knownBefore, knownSql } from '../windows/known-condition.ts';
import {
  assertInDateTimeRange,
  boundsOf,
  type QueryContext,
  rangeOf,
  rangeUntil,
} from '../windows/window-metrics.ts';
import type { TimeRange } from '../windows/window-rows.ts';
import { readChange } from './change.ts';
import { rootCauseLimits } from './config.ts';
import { readOperationChanges } from './operations.ts';
import { failureBody, slownessBody } from './places.ts';
import { readFailedTraces, readSampledSpans, readSlowTraces } from './read-sample.ts';
import { readVersions } from './versions.ts';

type Body = ResponseOf<'rootCauses'>;

/** Which traces are looked at. */
type Sample = {
  readonly range: TimeRange;
  readonly known: string;
  readonly failed: readonly string[];
  readonly slow: readonly string[];
  readonly found: FoundCauses;
} & Pick<Body, 'service_name' | 'trace_id' | 'change' | 'operations'>;

type RootCauseReads = ServiceReads & Omit<CauseReads, 'signal'>;

/** GET /v1/root-causes: where a sample of traces fails first and spends its time, and what changed before. */
export const findRootCauses =
  (reads: RootCauseReads): Handler<'rootCauses'> =>
  async ({ key, query, signal }) => {
    const { clock, expectKnown } = reads;
    const reading = { ...reads, signal };
    const organization = key.organizationId;
    const { service, trace_id: trace, as_of: atMs } = query;
    const known = knownSql(atMs);
    if (trace !== undefined)
      return bodyOf(organization, await sampleOf(trace, organization, reading, known), reading);
    const name = service ?? '';
    assertOwnService(key, name);
    const range = askedRange(query, atMs ?? clock());
    const asked = { organization, service: name, range, known };
    const before = range.fromSeconds - (range.toSeconds - range.fromSeconds);
    const baseline = { fromSeconds: Math.max(0, before), toSeconds: range.fromSeconds };
    const ofRequests = { organization, service: name, range, ...knownBefore(atMs) };
    const [failed, slow, change, operations] = await Promise.all([
      readFailedTraces(asked, reading),
      readSlowTraces(asked, reading),
      readChange(ofRequests, reading),
      readOperationChanges(ofRequests, reading),
    ]);
    // Nobody says when in the range something began, so only what came before it is surely no consequence.
    const times = { selection: range, baseline, startedByMs: range.fromSeconds * 1000 };
    const found = await findCauses({ organization, service: name, ...times, atMs }, reading);
    if (slow.length === 0) await expectKnown(organization, name, signal);
    return bodyOf(
      organization,
      { range, known, failed, slow, change, operations, found, service_name: name, trace_id: null },
      reading,
    );
  };

/** The range that is named, or the window. */
function askedRange({ window, end, from, to }: QueryOf<'rootCauses'>, nowMs: number): TimeRange {
  if (from === undefined && to !== undefined) throw invalidRequest('`to` needs `from`');
  const range =
    from === undefined
      ? end === undefined
        ? rangeOf(window, nowMs)
        : rangeUntil(window, end)
      : wholeWindows(from, to ?? nowMs);
  assertInDateTimeRange(range.fromSeconds, range.toSeconds);
  return range;
}

function wholeWindows(fromMs: number, toMs: number): TimeRange {
  if (fromMs >= toMs) throw invalidRequest('`from` must be earlier than `to`');
  if (toMs - fromMs > rootCauseLimits.rangeMsMax)
    throw invalidRequest('expected a range of 24 hours at most');
  const toSeconds = Math.ceil(toMs / 1000 / windowSeconds) * windowSeconds;
  return { fromSeconds: windowStart(Math.floor(fromMs / 1000)), toSeconds };
}

async function sampleOf(
  id: string,
  organization: OrganizationId,
  reading: QueryContext,
  known: string,
): Promise<Sample> {
  const trace = /^[0-9a-f]{32}$/u.test(id)
    ? await readTrace(organization, id, reading, known)
    : undefined;
  if (trace === undefined) throw notFound(`there is no trace '${id.slice(0, idCharactersShown)}'`);
  return {
    known,
    range: { fromSeconds: secondsOf(trace.first), toSeconds: secondsOf(trace.last) + 1 },
    failed: trace.errors === '0' ? [] : [trace.id],
    slow: [trace.id],
    service_name: null,
    trace_id: id,
    change: null,
    operations: [],
    found: { causes: [], reason: 'One trace has no time before to compare it with.' },
  };
}

const idCharactersShown = 200;

async function bodyOf(
  organization: OrganizationId,
  { range, known, failed, slow, found, ...subject }: Sample,
  reading: QueryContext,
): Promise<{ status: number; body: Body }> {
  const { spansMax, placesMax } = rootCauseLimits;
  const read = await readSampledSpans(
    { organization, range, known },
    [...new Set([...failed, ...slow])],
    reading,
  );
  const spans = read.slice(0, spansMax);
  const children = childrenOf(spans);
  const failures = firstFailures(within(spans, failed));
  const slowest = within(spans, slow);
  const times = selfTimes(slowest, children);
  const places = [...failures, ...times];
  const findings = {
    change: subject.change,
    sample: {
      failed_traces: failed.length,
      slow_traces: slow.length,
      spans: spans.length,
      is_whole: read.length <= spansMax,
    },
    failures: failures.slice(0, placesMax).map(each => failureBody(each, failed.length)),
    slowness: isQuiet(subject.change, found)
      ? []
      : times.slice(0, placesMax).map(each => slownessBody(each, times, slow.length)),
    deployments: await readVersions(
      { organization, range, known, places, service: subject.service_name },
      reading,
    ),
    ...found,
  };
  return {
    status: 200,
    body: { ...subject, ...boundsOf(range), summary: sentencesOf(findings), ...findings },
  };
}

/** As in the time before: then no place is slow, though some place is always the slowest. */
const isQuiet = (change: Body['change'], { causes }: FoundCauses): boolean =>
  causes.length === 0 && (change?.before.requests ?? 0) > 0;

function within(spans: readonly SampledSpan[], ids: readonly string[]): SampledSpan[] {
  const wanted = new Set(ids);
  return spans.filter(({ trace }) => wanted.has(trace));
}
