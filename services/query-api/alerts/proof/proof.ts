import type { Handler } from '../../../../platform/http/handler.ts';
import { invalidRequest, notFound, unavailable } from '../../../../platform/http/problem.ts';
import { alertHistory, alertKey } from '../../../../projections/alerts/alert-history.ts';
import { alertId } from '../../../../schemas/alerts/ids.ts';
import { topics } from '../../../../schemas/topics.ts';
import type { RecordedRule } from '../../../replay.ts';
import type { BacktestReads } from '../backtest/backtest.ts';
import { backtestLimits } from '../backtest/config.ts';
import { readRecordedRule } from '../backtest/recorded-rule.ts';
import { instantOf } from '../figures.ts';
import { compareAlert } from './compare.ts';
import { recompute } from './recompute.ts';

/** GET /v1/alerts/:id/proof */
export const proveAlert =
  ({ projections, topicLog, slots, stopping }: BacktestReads): Handler<'proveAlert'> =>
  async ({ key: { organizationId }, params: { id }, signal: gone }) => {
    const state = await projections.state({ signal: gone });
    const alert = state.get(alertHistory, alertKey(organizationId, alertId(id.toLowerCase())));
    const rule = alert && (await readRecordedRule(organizationId, alert.ruleId, state));
    if (alert === undefined || rule === undefined) throw notFound(`there is no alert ${id}`);
    expectProvable(rule);
    const leave = slots.take(organizationId);
    const timeout = AbortSignal.timeout(backtestLimits.workMsMax);
    try {
      const signal = AbortSignal.any([gone, stopping, timeout]);
      const partitions = await topicLog.partitions(topics.windows);
      const fired = await recompute(alert, rule, partitions, { topicLog }, signal);
      const fields = compareAlert(alert, fired);
      return {
        status: 200,
        body: {
          success: true,
          id: alert.alertId,
          rule_id: alert.ruleId,
          rule_version: alert.ruleVersion,
          evaluated_at: instantOf(alert.tickMs),
          match: fields.every(({ match }) => match),
          fires: fired !== undefined,
          fields,
        },
      };
    } catch (error) {
      if (!timeout.aborted || gone.aborted) throw error;
      throw unavailable('the proof takes too long now, try again later');
    } finally {
      leave();
    }
  };

function expectProvable({ versions }: RecordedRule): void {
  if (versions.some(({ rule }) => rule.alertType === 'anomaly'))
    throw invalidRequest(
      'alerts of anomaly rules follow from anomalies and not from windows alone, so they have no proof; see GET /v1/anomalies',
    );
}
