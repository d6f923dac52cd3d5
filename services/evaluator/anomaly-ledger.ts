import { minuteSeconds } from '../../domain/anomalies/parameters.ts';
import type { ScoredMinute } from '../../domain/anomalies/watch.ts';
import { DictionaryColumn } from '../../platform/columns/dictionary.ts';
import { FixedColumn } from '../../platform/columns/fixed.ts';
import { uuidBytes } from '../../platform/columns/uuid.ts';
import { withColumnNames } from '../../platform/columns/with-column-names.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { limits } from './config.ts';
import type { Places } from './places.ts';

type LedgerOptions = {
  readonly partition: number;
  readonly warehouse: Pick<Warehouse, 'insertColumns'>;
  readonly places: Places;
};

type PlacedScore = ScoredMinute & { readonly place: number; readonly knownAtMs: number };

export type AnomalyLedger = {
  readonly add: (scored: ScoredMinute) => void;
  /** Before its position is stored. */
  readonly write: () => Promise<void>;
};

/**
 * The scores of a partition, written before its position is stored: none is missing. Of the rows of a minute the one that
 * was judged at the last place counts, so one that is repeated, or comes late, changes nothing.
 */
export function createAnomalyLedger({
  partition,
  warehouse,
  places,
}: LedgerOptions): AnomalyLedger {
  /** By series, metric and minute: late spans may change a score before it is written. */
  const pending = new Map<string, PlacedScore>();
  return {
    add: scored => {
      if (!places.isNew()) return;
      const { organizationId, service, metric, minute } = scored;
      const placed = { place: places.current(), knownAtMs: places.appendedAtMs() };
      pending.set(`${minute} ${metric} ${organizationId}/${service}`, { ...scored, ...placed });
    },
    write: async () => {
      const rows = [...pending.values()];
      for (let at = 0; at < rows.length; at += limits.scoresAtOnceMax) {
        const some = rows.slice(at, at + limits.scoresAtOnceMax);
        await warehouse.insertColumns('anomaly_scores', some.length, columnsOf(some), {
          deduplicationToken: `anomaly-scores-${partition}-${places.range()}-${at}`,
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
  place: 'UInt64',
  known: "DateTime('UTC')",
} as const;

function columnsOf(rows: readonly PlacedScore[]) {
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
    place: new FixedColumn(8, rows.length),
    known: new FixedColumn(4, rows.length),
  };
  for (const row of rows) {
    const { organizationId, service, metric, minute, observed, band, score, state } = row;
    builders.organization.pushUuid(uuidBytes(organizationId), 0);
    builders.service.pushText(service);
    builders.metric.pushText(metric);
    builders.minute.push(minute * minuteSeconds);
    builders.observed.pushDouble(observed);
    builders.expected.pushDouble(band?.expected ?? Number.NaN);
    builders.spread.pushDouble(band?.spread ?? Number.NaN);
    builders.score.pushDouble(score ?? Number.NaN);
    builders.state.pushText(state);
    builders.place.pushInteger(row.place);
    builders.known.push(Math.floor(row.knownAtMs / 1000));
  }
  return withColumnNames(types, builders);
}
