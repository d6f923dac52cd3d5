import { DictionaryColumn } from '../../platform/columns/dictionary.ts';
import { FixedColumn } from '../../platform/columns/fixed.ts';
import { uuidBytes } from '../../platform/columns/uuid.ts';
import { withColumnNames } from '../../platform/columns/with-column-names.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { limits } from './config.ts';
import { minuteSeconds } from './core/anomalies/parameters.ts';
import type { ScoredMinute } from './core/anomalies/watch.ts';

type LedgerOptions = {
  readonly partition: number;
  readonly warehouse: Pick<Warehouse, 'insertColumns'>;
};

export type AnomalyLedger = {
  readonly add: (scored: ScoredMinute) => void;
  /** `offset`: the position that is stored next; it names the rows. */
  readonly write: (offset: number) => Promise<void>;
};

/** The scores of a partition, written before its position is stored: none is missing, and one that is repeated replaces its row. */
export function createAnomalyLedger({ partition, warehouse }: LedgerOptions): AnomalyLedger {
  /** By series, metric and minute: late spans may change a score before it is written. */
  const pending = new Map<string, ScoredMinute>();
  return {
    add: scored => {
      const { organizationId, service, metric, minute } = scored;
      pending.set(`${minute} ${metric} ${organizationId}/${service}`, scored);
    },
    write: async offset => {
      const rows = [...pending.values()];
      for (let at = 0; at < rows.length; at += limits.scoresAtOnceMax) {
        const some = rows.slice(at, at + limits.scoresAtOnceMax);
        await warehouse.insertColumns('anomaly_scores', some.length, columnsOf(some), {
          deduplicationToken: `anomaly-scores-${partition}-${offset}-${at}`,
        });
      }
      pending.clear();
    },
  };
}

const types = {
  organization: 'UUID',
  service: 'LowCardinality(String)',
  metric: 'LowCardinality(String)',
  minute: "DateTime('UTC')",
  observed: 'Float64',
  expected: 'Float64',
  spread: 'Float64',
  score: 'Float64',
  state: 'LowCardinality(String)',
} as const;

function columnsOf(rows: readonly ScoredMinute[]) {
  const builders = {
    organization: new FixedColumn(16, rows.length),
    service: new DictionaryColumn(),
    metric: new DictionaryColumn(),
    minute: new FixedColumn(4, rows.length),
    observed: new FixedColumn(8, rows.length),
    expected: new FixedColumn(8, rows.length),
    spread: new FixedColumn(8, rows.length),
    score: new FixedColumn(8, rows.length),
    state: new DictionaryColumn(),
  };
  for (const { organizationId, service, metric, minute, observed, band, score, state } of rows) {
    builders.organization.pushUuid(uuidBytes(organizationId), 0);
    builders.service.pushText(service);
    builders.metric.pushText(metric);
    builders.minute.push(minute * minuteSeconds);
    builders.observed.pushDouble(observed);
    builders.expected.pushDouble(band?.expected ?? Number.NaN);
    builders.spread.pushDouble(band?.spread ?? Number.NaN);
    builders.score.pushDouble(score ?? Number.NaN);
    builders.state.pushText(state);
  }
  return withColumnNames(types, builders);
}
