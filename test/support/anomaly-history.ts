import type { AlertRule, Operator } from '../../schemas/alerts/rule.ts';
import type { AnomalyCommand } from '../../schemas/anomalies/commands.ts';
import { anomalyEndReasons } from '../../schemas/anomalies/commands.ts';
import { type AnomalyMetric, anomalyMetrics } from '../../schemas/anomalies/metric.ts';
import { encodeCommand } from '../../schemas/commands/record.ts';
import { minuteMs } from '../../schemas/durations.ts';
import { commandId, organizationId } from '../../schemas/ids.ts';
import { recordVersion } from '../../schemas/topics.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import { anomalyCommand, figuresAt } from './anomalies.ts';
import type { World } from './evaluator-world.ts';
import { one } from './one-of.ts';

const owner = organizationId('0b5c9a34-6c1e-4f0d-9f2e-6a54f3f2a001');
const stranger = organizationId('99999999-67d8-5369-b5c4-53b455d2bbb3');
const services = ['checkout', 'checkout', 'cart', 'search'];
const scores = [1.2, 3, 3.5, 5.65, 8];
const startMs = 1_800_000_000_000;

/** What happens to anomalies, and a rule that may be about them. */
type AnomalyLife = {
  readonly happen: () => void;
  readonly rule: (rule: AlertRule) => AlertRule;
};

export type OpenAnomalyLife = (world: World, random: () => number) => AnomalyLife;

export const noAnomalyLife: AnomalyLife = { happen: () => undefined, rule: rule => rule };

/**
 * Anomalies that evaluators of other partitions detect, at any time: their times of evaluation have nothing to do with
 * those of this one.
 */
export const anomalyLife: OpenAnomalyLife = (world, random) => {
  let count = 0;
  const command = (): AnomalyCommand => {
    count++;
    const of = {
      organizationId: random() < 0.9 ? owner : stranger,
      service: one(random, services),
      tickMs: startMs + Math.floor((random() - 0.5) * 600_000),
    };
    const metric = one(random, anomalyMetrics as readonly AnomalyMetric[]);
    const toMs = startMs + count * minuteMs;
    return random() < 0.6
      ? {
          type: 'OpenAnomaly',
          data: { ...of, figures: figuresAt(toMs, { metric, score: one(random, scores) }) },
        }
      : {
          type: 'EndAnomaly',
          data: { ...of, metric, toMs, reason: one(random, anomalyEndReasons) },
        };
  };
  /** A former owner that was suspended says what it knew before its last look at the log. */
  const sayLate = (): void => {
    const after = Math.floor(random() * world.seen());
    const said = world.records
      .slice(0, after)
      .flatMap(record => (record.kind === 'anomalies' ? [record.position] : []));
    if (said.length > 0) world.write({ kind: 'anomalies', position: Math.max(...said), after });
  };
  return {
    /** Something about anomalies may happen now. */
    happen: (): void => {
      if (random() < 0.05) sayLate();
      if (random() > 0.2) return;
      const id = commandId(uuidV5(owner, `anomaly ${count}`));
      world.decide(encodeCommand({ ...anomalyCommand(command()), id }), { v: recordVersion });
    },
    /** Most rules are about anomalies; a version of one may be of another type. */
    rule: (rule: AlertRule): AlertRule =>
      random() < 0.15
        ? rule
        : {
            ...rule,
            alertType: 'anomaly',
            operator: one(random, ['>', '>', '>=', '<', '=='] as readonly Operator[]),
            threshold: one(random, [1, 3, 5]),
            scope: random() < 0.5 ? { type: 'global' } : rule.scope,
          },
  };
};
