import type { Handler } from '../../../../platform/http/handler.ts';
import { notFound, unavailable } from '../../../../platform/http/problem.ts';
import { alertHistory, alertKey } from '../../../../projections/alerts/alert-history.ts';
import { alertId } from '../../../../schemas/alerts/ids.ts';
import { topics } from '../../../../schemas/topics.ts';
import type { BacktestReads } from '../backtest/backtest.ts';
import { backtestLimits } from '../backtest/config.ts';
import { readRecordedRule } from '../backtest/recorded-rule.ts';
import { instantOf } from '../figures.ts';
import { compareAlert } from './compare.ts';
import { recompute } from './recompute.ts';

/** GET /v1/alerts/:id/proof */
export const proveAlert =
  ({ projections, topicLog, anomalies, slots, stopping }: BacktestReads): Handler<'proveAlert'> =>
  async ({ key: { organizationId }, params: { id }, signal: gone }) => {
    const state = await projections.state({ signal: gone });
    const alert = state.get(alertHistory, alertKey(organizationId, alertId(id.toLowerCase())));
    const rule = alert && (await readRecordedRule(organizationId, alert.ruleId, state));
    if (alert === undefined || rule === undefined) throw notFound(`there is no alert ${id}`);
    const leave = slots.take(organizationId);
    const timeout = AbortSignal.timeout(backtestLimits.workMsMax);
    try {
      const signal = AbortSignal.any([gone, stopping, timeout]);
      const partitions = await topicLog.partitions(topics.windows);
      const reads = { topicLog, anomalies };
      const fired = await recompute(alert, rule, partitions, reads, signal);
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
