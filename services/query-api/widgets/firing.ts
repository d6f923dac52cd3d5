import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler, Principal } from '../../../platform/http/handler.ts';
import type { FiringAlert } from '../../../projections/alerts/alert.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { readFiring } from '../alerts/active.ts';
import { alertFieldsOf } from '../alerts/alert-body.ts';
import { statusOfAlert, worstStatus } from '../core/widgets/service-status.ts';
import { isOwnService } from '../services/own-service.ts';
import type { WidgetReads } from './reads.ts';

/** GET /v1/widgets/alerts/summary: the newest first. */
export const widgetAlerts =
  ({ projections, clock }: Pick<WidgetReads, 'projections' | 'clock'>): Handler<'widgetAlerts'> =>
  async ({ key, query, signal, ...request }) => {
    const atMs = asOfMs({ query, ...request });
    const nowMs = atMs ?? clock();
    const state = await projections.state({ asOfMs: atMs, signal });
    const firing = (await readFiring(key.organizationId, state)).filter(alert =>
      isShown(key, alert),
    );
    const statuses = firing.map(({ rule }) => statusOfAlert(rule.severity));
    return {
      status: 200,
      body: {
        counts: countsOf(firing),
        alerts: firing.slice(0, query.limit).map(alert => itemOf(alert, nowMs)),
        status: worstStatus(['healthy', ...statuses]),
        updated_at: new Date(nowMs).toISOString(),
      },
    };
  };

/** The figures of a global rule are those of all services together, so a key for some of them does not show its alerts. */
export const isShown = (key: Pick<Principal, 'services'>, { rule }: FiringAlert): boolean =>
  rule.scope.type === 'service'
    ? isOwnService(key, rule.scope.service)
    : key.services === undefined;

type Summary = ResponseOf<'widgetAlerts'>;

function countsOf(firing: readonly FiringAlert[]): Summary['counts'] {
  const of = (severity: FiringAlert['rule']['severity']): number =>
    firing.filter(({ rule }) => rule.severity === severity).length;
  return {
    critical: of('critical'),
    warning: of('warning'),
    info: of('info'),
    total: firing.length,
  };
}

function itemOf(alert: FiringAlert, nowMs: number): Summary['alerts'][number] {
  const { id, name, severity, message, service_name, triggered_at } = alertFieldsOf(alert, nowMs);
  return { id, name, severity, message, service_name, triggered_at };
}
