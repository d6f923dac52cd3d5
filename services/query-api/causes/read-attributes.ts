import { readComparison } from '../attributes/compare.ts';
import { bucketsOf, type Selection, selected } from '../attributes/selected-spans.ts';
import type { Candidate } from '../core/causes/candidate.ts';
import { attribute, type Compared, unusualAttributes } from '../core/causes/others.ts';
import type { Change, Symptoms } from '../core/causes/symptoms.ts';
import { knownSql } from '../windows/known-condition.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import type { AskedCauses } from './asked.ts';
import { causeLimits } from './config.ts';

type Incident = { readonly change: Change; readonly symptoms: Symptoms };

/** Values of attributes that the requests which failed, or were slower than before, have more often than the others of that time. */
export async function readAttributes(
  asked: AskedCauses,
  { change, symptoms }: Incident,
  reading: QueryContext,
): Promise<Candidate[]> {
  if (!symptoms.errors && !symptoms.latency) return [];
  const { organization, service, atMs } = asked;
  const selection = selectionOf(asked, { change, symptoms });
  const compared = await readComparison({ organization, selection, as_of: atMs }, reading);
  const found = unusualAttributes(compared, causeLimits.attributesMax);
  return Promise.all(
    found.map(async each => {
      const traces = await readTraces(asked, withValue(selection, each), reading);
      return attribute(each, symptoms, { service, change, traces });
    }),
  );
}

function selectionOf({ service, selection }: AskedCauses, { change, symptoms }: Incident) {
  const { fromSeconds, toSeconds } = selection;
  const unusual: Pick<Selection, 'status' | 'min_duration_ms'> = symptoms.errors
    ? { status: 'error' }
    : { min_duration_ms: change.before.p95Ms };
  return {
    from: fromSeconds * 1000,
    to: toSeconds * 1000,
    service,
    attributes: [],
    ...unusual,
  };
}

const withValue = (selection: Selection, { key, value }: Compared): Selection => ({
  ...selection,
  ...(key === 'span.name'
    ? { operation: value }
    : { attributes: [{ key, values: [value], is_not: false }] }),
});

async function readTraces(
  { organization, atMs }: AskedCauses,
  selection: Selection,
  reading: QueryContext,
): Promise<string[]> {
  const { sql, parameters } = selected(selection, 'selection');
  const rows = await readRows<{ id: string }>(
    {
      sql: `SELECT DISTINCT spans.trace_id AS id FROM spans
            PREWHERE organization = {organization:UUID} AND ${bucketsOf(selection.from, selection.to)} ${knownSql(atMs)}
            WHERE ${sql} ORDER BY id LIMIT ${causeLimits.tracesNamedMax}`,
      parameters: { organization, ...parameters },
    },
    reading,
  );
  return rows.map(({ id }) => id);
}
