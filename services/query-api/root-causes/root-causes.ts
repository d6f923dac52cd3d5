import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { firstFailures } from '../core/root-causes/failures.ts';
import { childrenOf, type SampledSpan } from '../core/root-causes/sampled-span.ts';
import { selfTimes } from '../core/root-causes/self-times.ts';
import { sentencesOf } from '../core/root-causes/sentences.ts';
import type { ServiceReads } from '../services/known-service.ts';
import { assertOwnService } from '../services/own-service.ts';
import { secondsOf } from '../traces/span-names.ts';
import { readTrace } from '../traces/trace-summaries.ts';
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
import { failureBody, slownessBody } from './places.ts';
import { readFailedTraces, readSampledSpans, readSlowTraces } from './read-sample.ts';
import { readVersions } from './versions.ts';

type Body = ResponseOf<'rootCauses'>;

/** Which traces are looked at. */
type Sample = {
  readonly range: TimeRange;
  readonly failed: readonly string[];
  readonly slow: readonly string[];
} & Pick<Body, 'service_name' | 'trace_id' | 'change'>;

/** GET /v1/root-causes: where a sample of traces fails first and spends its time, and what changed before. */
export const findRootCauses =
  ({ warehouse, clock, expectKnown }: ServiceReads): Handler<'rootCauses'> =>
  async ({ key, query, signal }) => {
    const reading = { warehouse, signal };
    const organization = key.organizationId;
    const { service, trace_id: trace } = query;
    if (trace !== undefined)
      return bodyOf(organization, await sampleOf(trace, organization, reading), reading);
    const name = service ?? '';
    assertOwnService(key, name);
    const { window, end } = query;
    const range = end === undefined ? rangeOf(window, clock()) : rangeUntil(window, end);
    assertInDateTimeRange(range.fromSeconds, range.toSeconds);
    const asked = { organization, service: name, range };
    const [failed, slow, change] = await Promise.all([
      readFailedTraces(asked, reading),
      readSlowTraces(asked, reading),
      readChange(asked, reading),
    ]);
    if (slow.length === 0) await expectKnown(organization, name, signal);
    return bodyOf(
      organization,
      { range, failed, slow, change, service_name: name, trace_id: null },
      reading,
    );
  };

async function sampleOf(
  id: string,
  organization: OrganizationId,
  reading: QueryContext,
): Promise<Sample> {
  const trace = /^[0-9a-f]{32}$/u.test(id) ? await readTrace(organization, id, reading) : undefined;
  if (trace === undefined) throw notFound(`there is no trace '${id.slice(0, idCharactersShown)}'`);
  return {
    range: { fromSeconds: secondsOf(trace.first), toSeconds: secondsOf(trace.last) + 1 },
    failed: trace.errors === '0' ? [] : [trace.id],
    slow: [trace.id],
    service_name: null,
    trace_id: id,
    change: null,
  };
}

const idCharactersShown = 200;

async function bodyOf(
  organization: OrganizationId,
  { range, failed, slow, ...subject }: Sample,
  reading: QueryContext,
): Promise<{ status: number; body: Body }> {
  const { spansMax, placesMax } = rootCauseLimits;
  const read = await readSampledSpans(
    { organization, range },
    [...new Set([...failed, ...slow])],
    reading,
  );
  const spans = read.slice(0, spansMax);
  const children = childrenOf(spans);
  const failures = firstFailures(within(spans, failed), children);
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
    slowness: times.slice(0, placesMax).map(each => slownessBody(each, times, slow.length)),
    deployments: await readVersions(
      { organization, range, places, service: subject.service_name },
      reading,
    ),
  };
  return {
    status: 200,
    body: { ...subject, ...boundsOf(range), summary: sentencesOf(findings), ...findings },
  };
}

function within(spans: readonly SampledSpan[], ids: readonly string[]): SampledSpan[] {
  const wanted = new Set(ids);
  return spans.filter(({ trace }) => wanted.has(trace));
}
