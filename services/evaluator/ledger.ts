import type { EvaluationEntry } from '../../domain/alerts/evaluation/evaluated-rule.ts';
import { DictionaryColumn } from '../../platform/columns/dictionary.ts';
import { FixedColumn } from '../../platform/columns/fixed.ts';
import { uuidBytes } from '../../platform/columns/uuid.ts';
import { withColumnNames } from '../../platform/columns/with-column-names.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { lateTickMs } from '../../schemas/alerts/evidence.ts';
import type { Places } from './places.ts';

type LedgerOptions = {
  readonly partition: number;
  readonly warehouse: Pick<Warehouse, 'insertColumns'>;
  readonly clock: () => number;
  readonly places: Places;
};

export type Ledger = {
  readonly add: (entry: EvaluationEntry) => void;
  /** Before its position is stored. */
  readonly write: () => Promise<void>;
};

type Row = EvaluationEntry & { readonly isLate: boolean };

/** The evaluations of a partition, written before its position is stored: none is missing, and one that is repeated replaces its row. */
export function createLedger({ partition, warehouse, clock, places }: LedgerOptions): Ledger {
  /** By rule and window: the last evaluation of a window counts. */
  const pending = new Map<string, Row>();
  return {
    add: entry => {
      if (!places.isNew()) return;
      const isLate = clock() - entry.tickMs > lateTickMs;
      pending.set(`${entry.rule.ruleId} ${entry.windowToMs}`, { ...entry, isLate });
    },
    write: async () => {
      const rows = [...pending.values()];
      if (rows.length === 0) return;
      await warehouse.insertColumns('evaluations', rows.length, columnsOf(rows), {
        deduplicationToken: `evaluations-${partition}-${places.range()}`,
      });
      pending.clear();
    },
  };
}

const types = {
  organization: 'UUID',
  rule: 'UUID',
  window_to: "DateTime('UTC')",
  version: 'UInt32',
  tick: 'UInt64',
  outcome: 'LowCardinality(String)',
  value: 'Float64',
  samples: 'UInt64',
  late: 'Bool',
} as const;

function columnsOf(rows: readonly Row[]) {
  const builders = {
    organization: new FixedColumn(16, rows.length),
    rule: new FixedColumn(16, rows.length),
    window_to: new FixedColumn(4, rows.length),
    version: new FixedColumn(4, rows.length),
    tick: new FixedColumn(8, rows.length),
    outcome: new DictionaryColumn(),
    value: new FixedColumn(8, rows.length),
    samples: new FixedColumn(8, rows.length),
    late: new FixedColumn(1, rows.length),
  };
  for (const { rule, windowToMs, tickMs, outcome, value, samples, isLate } of rows) {
    builders.organization.pushUuid(uuidBytes(rule.organizationId), 0);
    builders.rule.pushUuid(uuidBytes(rule.ruleId), 0);
    builders.window_to.push(windowToMs / 1000);
    builders.version.push(rule.version);
    builders.tick.pushInteger(tickMs);
    builders.outcome.pushText(outcome);
    builders.value.pushDouble(value ?? Number.NaN);
    builders.samples.pushInteger(samples);
    builders.late.push(isLate ? 1 : 0);
  }
  return withColumnNames(types, builders);
}
