import { keptWindows } from '../../../domain/health/maintenance.ts';
import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { healthCheckResource } from '../../../projections/health/health-checks.ts';
import { windowBody } from '../../../projections/health/window-body.ts';
import { expectRow } from '../resource.ts';
import type { HealthReads } from './checks.ts';

/** GET /api/health-checks/:id/maintenance: the latest first. */
export const listMaintenance =
  ({ projections, clock }: HealthReads): Handler<'listMaintenance'> =>
  async ({ key: { organizationId }, params: { id }, signal, ...request }) => {
    const atMs = asOfMs(request);
    const state = await projections.state({ asOfMs: atMs, signal });
    const { windows } = expectRow(healthCheckResource, organizationId, id, state);
    const latest = keptWindows(windows, atMs ?? clock())
      .toSorted((left, right) => right.fromMs - left.fromMs)
      .map(windowBody);
    return { status: 200, body: { maintenance: latest, total: latest.length } };
  };
