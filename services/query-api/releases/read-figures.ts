import type { Range } from '../../../domain/releases/compared.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { DeployId } from '../../../schemas/releases/ids.ts';
import { errorRateOf, type Histogram, percentOf, quantileMs } from '../windows/histogram.ts';
import { boundsOf, type QueryContext } from '../windows/window-metrics.ts';
import type { AskedDeploy, AskedFigures } from './asked.ts';
import { releaseLimits } from './config.ts';
import { type Adoption, readAdoptions } from './read-adoptions.ts';
import { readHistograms } from './read-histograms.ts';
import { readNewGroups } from './read-new-groups.ts';
import { withServices } from './read-services.ts';

export type Figures = NonNullable<ResponseOf<'listReleaseFigures'>['releases'][number]['figures']>;

/** The figures of deployments: three or four statements for as many of them as fit into one. */
export async function readFigures(
  deployments: readonly AskedDeploy[],
  asked: AskedFigures,
  reading: QueryContext,
): Promise<ReadonlyMap<DeployId, Figures>> {
  const figures = new Map<DeployId, Figures>();
  for (const some of inStatements(deployments))
    for (const [id, found] of await readSome(some, asked, reading)) figures.set(id, found);
  return figures;
}

/** Parts of the deployments whose names one statement may have. */
function inStatements(deployments: readonly AskedDeploy[]): readonly (readonly AskedDeploy[])[] {
  const parts: AskedDeploy[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const each of deployments) {
    const own = each.version.length + each.services.join().length;
    const last = parts.at(-1) ?? [];
    const isFull =
      characters + own > releaseLimits.statementCharactersMax ||
      last.length >= releaseLimits.statementDeploymentsMax;
    if (isFull) parts.push([each]);
    else last.push(each);
    characters = isFull ? own : characters + own;
  }
  return parts;
}

async function readSome(
  deployments: readonly AskedDeploy[],
  asked: AskedFigures,
  reading: QueryContext,
): Promise<readonly (readonly [DeployId, Figures])[]> {
  const found = await withServices(deployments, asked, reading);
  const [histograms, groups, adoptions] = await Promise.all([
    readHistograms(found, asked, reading),
    readNewGroups(found, asked, reading),
    readAdoptions(found, asked, reading),
  ]);
  return found.map((each, at) => [
    each.deploy.deployId,
    {
      services: [...each.services],
      window_seconds: each.lengthSeconds,
      before: windowBody(each.before, histograms[at]?.before, groups[at]?.before),
      after: windowBody(each.after, histograms[at]?.after, groups[at]?.after),
      adoption: adoptionBody(each.adoption, adoptions[at]),
    },
  ]);
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
