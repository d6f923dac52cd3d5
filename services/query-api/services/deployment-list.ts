import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import { deploymentsOf } from '../../../projections/services/versions-seen.ts';
import { hourMs } from '../../../schemas/durations.ts';
import type { QueryShared } from '../shared.ts';
import { knownSql } from '../windows/known-condition.ts';
import { assertInDateTimeRange } from '../windows/window-metrics.ts';
import { readVersionsSeen } from './deployments.ts';
import type { ServiceReads } from './known-service.ts';
import { servicesAsked } from './own-service.ts';
import { recordedDeploys } from './recorded-deploys.ts';

type DeploymentReads = ServiceReads & Pick<QueryShared, 'projections'>;

/** GET /v1/deployments: versions of services that began in a range, the latest first. */
export const listDeployments =
  ({ warehouse, clock, projections }: DeploymentReads): Handler<'listDeployments'> =>
  async ({ key, query, signal }) => {
    const toMs = query.to ?? query.as_of ?? clock();
    const fromMs = query.from ?? toMs - hourMs;
    if (fromMs >= toMs) throw invalidRequest('`from` must be earlier than `to`');
    assertInDateTimeRange(Math.floor(fromMs / 1000), Math.ceil(toMs / 1000));
    const asked = {
      organization: key.organizationId,
      services: servicesAsked(key, query.service),
      known: knownSql(query.as_of),
      fromMs,
      toMs,
    };
    const [{ seen, isWhole }, state] = await Promise.all([
      readVersionsSeen(asked, { warehouse, signal }),
      projections.state({ asOfMs: query.as_of, signal }),
    ]);
    const deployments = [...seen]
      .flatMap(([service, rows]) =>
        deploymentsOf(rows, asked).map(each => ({ service_name: service, ...each })),
      )
      .sort((left, right) => Date.parse(right.first_seen_at) - Date.parse(left.first_seen_at));
    const [from, to] = [fromMs, toMs].map(ms => new Date(ms).toISOString()) as [string, string];
    const total = deployments.length;
    const recorded = recordedDeploys(asked, state);
    return { status: 200, body: { deployments, total, is_whole: isWhole, recorded, from, to } };
  };
