import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { WidgetRange } from '../../../schemas/widgets/ranges.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { rangeAsked } from '../core/widgets/range-asked.ts';
import { statusWindow } from '../core/widgets/service-status.ts';
import { readSteps } from '../services/steps.ts';
import { errorRateOf, mergedHistogram, quantileMs } from '../windows/histogram.ts';
import { knownBefore } from '../windows/known-condition.ts';
import { instantOfSeconds, rangeOf, readHistogram } from '../windows/window-metrics.ts';
import { type Badge, badgePicture, pictureHeaders } from './badge-picture.ts';
import { assertWidgetService } from './own-widget.ts';
import { stepsOfRange } from './range-steps.ts';
import type { WidgetReads } from './reads.ts';
import { noStanding, readStandings, statusOf, uptimeOf } from './standings.ts';

/** GET /v1/widgets/services/:name/badge */
export const widgetBadge =
  (reads: WidgetReads): Handler<'widgetBadge'> =>
  async ({ key, params, query, signal, ...request }) => {
    assertWidgetService(key, params.name);
    const atMs = asOfMs({ query, ...request });
    const asked = {
      organizationId: key.organizationId,
      service: params.name,
      range: rangeAsked(query),
      atMs,
    };
    const badge = await readBadge(asked, reads, signal);
    return query.format === 'svg'
      ? { status: 200, headers: pictureHeaders, body: badgePicture(badge) }
      : { status: 200, body: badge };
  };

export type ServiceAsked = {
  readonly organizationId: OrganizationId;
  readonly service: string;
  readonly range: WidgetRange;
  /** A past instant; now when undefined. */
  readonly atMs: number | undefined;
};

/** What a badge shows of a service. Throws 404 for one that nobody knows. */
export async function readBadge(
  { organizationId, service, range, atMs }: ServiceAsked,
  { projections, ...reads }: WidgetReads,
  signal: AbortSignal,
): Promise<Badge> {
  const reading = { warehouse: reads.warehouse, signal };
  const nowMs = atMs ?? reads.clock();
  const of = {
    organization: organizationId,
    service,
    scope: 'requests',
    ...knownBefore(atMs),
  } as const;
  const state = await projections.state({ asOfMs: atMs, signal });
  const [steps, latest, standings] = await Promise.all([
    readSteps(of, stepsOfRange(range, nowMs), reading),
    readHistogram({ ...of, range: rangeOf(statusWindow, nowMs) }, reading),
    readStandings({ organizationId, isAsked: name => name === service, atMs }, state, {
      ...reads,
      signal,
    }),
  ]);
  const requests = mergedHistogram(steps.map(({ histogram }) => histogram));
  const standing = standings.get(service);
  if (requests.n === 0 && standing === undefined)
    await reads.expectKnown(organizationId, service, signal);
  return {
    service,
    status: statusOf(standing ?? noStanding, latest),
    range,
    metrics: {
      response_time_ms: quantileMs(requests, 0.95),
      ...uptimeOf(standing ?? noStanding, requests),
      error_rate: errorRateOf(requests),
      throughput: requests.n,
    },
    trend: await mapInTurns(steps, ({ startSeconds, histogram }) => ({
      timestamp: instantOfSeconds(startSeconds),
      value: quantileMs(histogram, 0.95),
    })),
    updated_at: new Date(nowMs).toISOString(),
  };
}
