import type { Range } from '../../../domain/releases/compared.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { DeployId } from '../../../schemas/releases/ids.ts';
import { errorRateOf, type Histogram, percentOf, quantileMs } from '../windows/histogram.ts';
import { boundsOf, type QueryContext } from '../windows/window-metrics.ts';
import type { AskedDeploy, AskedFigures } from './asked.ts';
import { type Adoption, readAdoptions } from './read-adoptions.ts';
import { readHistograms } from './read-histograms.ts';
import { readNewGroups } from './read-new-groups.ts';
import { withServices } from './read-services.ts';

export type Figures = NonNullable<ResponseOf<'listReleaseFigures'>['releases'][number]['figures']>;

/** The figures of deployments: at most four statements for any number of them. */
export async function readFigures(
  deployments: readonly AskedDeploy[],
  asked: AskedFigures,
  reading: QueryContext,
): Promise<ReadonlyMap<DeployId, Figures>> {
  if (deployments.length === 0) return new Map();
  const found = await withServices(deployments, asked, reading);
  const [histograms, groups, adoptions] = await Promise.all([
    readHistograms(found, asked, reading),
    readNewGroups(found, asked, reading),
    readAdoptions(found, asked, reading),
  ]);
  return new Map(
    found.map((each, at) => [
      each.deploy.deployId,
      {
        services: [...each.services],
        window_seconds: each.lengthSeconds,
        before: windowBody(each.before, histograms[at]?.before, groups[at]?.before),
        after: windowBody(each.after, histograms[at]?.after, groups[at]?.after),
        adoption: adoptionBody(each.adoption, adoptions[at]),
      },
    ]),
  );
}

const windowBody = (range: Range, histogram: Histogram | undefined, newGroups = 0) => ({
  ...boundsOf(range),
  request_count: histogram?.n ?? 0,
  error_count: histogram?.errors ?? 0,
  error_rate: histogram ? errorRateOf(histogram) : 0,
  p95_latency: histogram ? quantileMs(histogram, 0.95) : 0,
  new_error_groups: newGroups,
});

const adoptionBody = (
  range: Range,
  { spans, ofVersion }: Adoption = { spans: 0, ofVersion: 0 },
) => ({
  ...boundsOf(range),
  span_count: spans,
  version_span_count: ofVersion,
  percent: percentOf(ofVersion, spans),
});
