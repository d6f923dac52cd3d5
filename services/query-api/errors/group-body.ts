import { deploymentsOf, type Versions } from '../../../projections/services/versions-seen.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { readVersionsSeen } from '../services/deployments.ts';
import { hexOf, instantOf, spanIdOf } from '../traces/span-names.ts';
import { boundsOf, instantOfSeconds, type QueryContext } from '../windows/window-metrics.ts';
import type { AskedErrors } from './asked.ts';
import type { GroupStatus } from './group-status.ts';
import type { GroupCount } from './read-counts.ts';
import { type Point, readSeries } from './read-series.ts';
import { type GroupTexts, readTexts } from './read-texts.ts';
import { readErrorVersions } from './read-versions.ts';

export type ErrorGroupBody = ResponseOf<'listErrors'>['errors'][number];

export type FoundGroup = GroupCount & GroupStatus;

/** Groups as clients read them: four statements for any number of them. */
export async function groupBodies(
  groups: readonly FoundGroup[],
  asked: AskedErrors,
  reading: QueryContext,
): Promise<ErrorGroupBody[]> {
  if (groups.length === 0) return [];
  const { organization, services, known } = asked;
  const ids = groups.map(({ id }) => id);
  const [texts, series, versions, seen] = await Promise.all([
    readTexts(ids, asked, reading),
    readSeries(ids, asked, reading),
    readErrorVersions(ids, asked, reading),
    readVersionsSeen({ organization, services, known, ...rangeMs(asked) }, reading),
  ]);
  return groups.flatMap(group => {
    const found = texts.get(group.id);
    // Errors may pass the end of their time between two statements.
    if (found === undefined) return [];
    const more = { points: series.get(group.id) ?? [], versions: versions.get(group.id) ?? [] };
    return [
      { ...bodyOf(group, found, more), ...newnessOf(group, more.versions, found, asked, seen) },
    ];
  });
}

type More = { readonly points: readonly Point[]; readonly versions: readonly string[] };

const bodyOf = (group: FoundGroup, texts: GroupTexts, { points, versions }: More) => ({
  id: group.id,
  service_name: texts.name,
  error_type: texts.kind,
  pattern: texts.shape,
  message: texts.text,
  top_frame: texts.place,
  count: group.n,
  traces: Number(texts.traces),
  first_seen: instantOf(group.firstNanos),
  last_seen: instantOf(group.lastNanos),
  versions: [...versions],
  status: group.status,
  status_since: group.sinceMs === undefined ? null : new Date(group.sinceMs).toISOString(),
  latest: {
    trace_id: hexOf(texts.trace),
    span_id: spanIdOf(texts.span),
    operation: texts.action,
  },
  series: points.map(([at, n]) => ({ timestamp: instantOfSeconds(at), count: Number(n) })),
});

/** A group is new where none of its errors is older than the range, and new in a version that began in the range. */
function newnessOf(
  { firstNanos }: FoundGroup,
  [first]: readonly string[],
  { name }: GroupTexts,
  asked: AskedErrors,
  { seen }: Versions,
) {
  const range = rangeMs(asked);
  const is_new = BigInt(firstNanos) >= BigInt(range.fromMs) * 1_000_000n;
  const deployed = deploymentsOf(seen.get(name) ?? [], range).map(({ version }) => version);
  const isOfVersion = is_new && first !== undefined && deployed.includes(first);
  return { is_new, new_in_version: isOfVersion ? first : null };
}

const rangeMs = ({ steps }: AskedErrors) => ({
  fromMs: steps.fromSeconds * 1000,
  toMs: steps.toSeconds * 1000,
});

/** What every answer says of its range. */
export const rangeOf = ({ steps }: AskedErrors) => ({
  ...boundsOf(steps),
  step_seconds: steps.stepSeconds,
});
