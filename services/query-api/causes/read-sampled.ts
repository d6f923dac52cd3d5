import { spansOfService } from '../core/causes/of-service.ts';
import type { Times as SelfTimes } from '../core/causes/slow.ts';
import { type Failure, firstFailures } from '../core/root-causes/failures.ts';
import { childrenOf } from '../core/root-causes/sampled-span.ts';
import { selfTimes } from '../core/root-causes/self-times.ts';
import { rootCauseLimits } from '../root-causes/config.ts';
import {
  readFailedTraces,
  readSampledSpans,
  readTypicalTraces,
} from '../root-causes/read-sample.ts';
import { knownSql } from '../windows/known-condition.ts';
import type { QueryContext } from '../windows/window-metrics.ts';
import type { TimeRange } from '../windows/window-rows.ts';
import type { AskedCauses } from './asked.ts';

type Failing = { readonly failures: readonly Failure[]; readonly traces: readonly string[] };

/** Where the latest failed traces of the service fail first, in it or below it. */
export async function readFailing(asked: AskedCauses, reading: QueryContext): Promise<Failing> {
  const traces = await readFailedTraces(sampleOf(asked, asked.selection), reading);
  return {
    traces,
    failures: firstFailures(await readSpans(asked, asked.selection, traces, reading)),
  };
}

/** Where typical traces of the service spend their time, in it or below it. */
export async function readSelfTimes(
  asked: AskedCauses,
  range: TimeRange,
  reading: QueryContext,
): Promise<SelfTimes & { readonly ids: readonly string[] }> {
  const ids = await readTypicalTraces(sampleOf(asked, range), reading);
  const spans = await readSpans(asked, range, ids, reading);
  return { ids, traces: ids.length, places: selfTimes(spans, childrenOf(spans)) };
}

const sampleOf = ({ organization, service, atMs }: AskedCauses, range: TimeRange) => ({
  organization,
  service,
  range,
  known: knownSql(atMs),
});

async function readSpans(
  asked: AskedCauses,
  range: TimeRange,
  ids: readonly string[],
  reading: QueryContext,
) {
  const spans = await readSampledSpans(sampleOf(asked, range), ids, reading);
  return spansOfService(spans.slice(0, rootCauseLimits.spansMax), asked.service);
}
