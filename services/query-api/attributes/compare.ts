import type { Handler } from '../../../platform/http/handler.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { RequestOf, ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { Condition } from '../traces/list/span-conditions.ts';
import { clampToDateTime } from '../traces/span-names.ts';
import { percentOf } from '../windows/histogram.ts';
import { knownSql } from '../windows/known-condition.ts';
import { assertInDateTimeRange, type QueryContext, readRows } from '../windows/window-metrics.ts';
import { attributeLimits } from './config.ts';
import { type Sampled, sampleOf } from './sampling.ts';
import { bucketsOf, type Selection, selected } from './selected-spans.ts';

type Row = {
  readonly key: string;
  readonly value: string;
  readonly selected: string;
  readonly others: string;
  readonly all_selected: string;
  readonly all_others: string;
};

type Groups = { readonly selection: Condition; readonly baseline: Condition };

/** POST /v1/traces/compare: which values of attributes spans of a selection have more or less often than those of a baseline. */
export const compareSpans =
  ({ warehouse }: { readonly warehouse: OrganizationReads }): Handler<'compareSpans'> =>
  async ({ key: { organizationId: organization }, body, signal }) => ({
    status: 200,
    body: await readComparison({ organization, ...body }, { warehouse, signal }),
  });

type Asked = RequestOf<'compareSpans'> & { readonly organization: OrganizationId };

/** The comparison of two selections of spans, without HTTP. */
export async function readComparison(
  { organization, selection, baseline, as_of: atMs }: Asked,
  reading: QueryContext,
): Promise<ResponseOf<'compareSpans'>> {
  const both = [selection, ...(baseline === undefined ? [] : [baseline])];
  const fromMs = Math.min(...both.map(({ from }) => from));
  const toMs = Math.max(...both.map(({ to }) => to));
  assertInDateTimeRange(Math.floor(fromMs / 1000), Math.ceil(toMs / 1000));
  const groups = groupsOf(selection, baseline);
  const known = knownSql(atMs);
  const where = either(groups);
  const prewhere = `${bucketsOf(fromMs, toMs)} ${known}`;
  const sampled = await sampleOf({ organization, prewhere, where }, reading);
  const parameters = { organization, ...where.parameters };
  const sql = compareSql(groups, sampled, tracesSql(fromMs, known, sampled.oneIn));
  const rows = await readRows<Row>({ sql, parameters }, reading);
  return {
    ...comparedOf(rows.slice(0, attributeLimits.comparedMax)),
    is_whole: sampled.oneIn === 1 && rows.length <= attributeLimits.comparedMax,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    sample_count: sampled.total,
    sampled_one_in: sampled.oneIn,
  };
}

/** Without a baseline, the other spans of the same service, operation and time. */
function groupsOf(selection: Selection, baseline: Selection | undefined): Groups {
  const { from, to, service, operation } = selection;
  const others = { from, to, service, operation, attributes: [] };
  return {
    selection: selected(selection, 'selection'),
    baseline: selected(baseline ?? others, 'baseline'),
  };
}

const either = ({ selection, baseline }: Groups): Condition => ({
  sql: `(${selection.sql} OR ${baseline.sql})`,
  parameters: { ...selection.parameters, ...baseline.parameters },
});

/** The services of each trace that may be asked for. */
const tracesSql = (fromMs: number, known: string, oneIn: number): string => `
  SELECT traces.trace_id AS id, groupUniqArrayArray(traces.services) AS services FROM traces
  WHERE organization = {organization:UUID} ${known}
    AND hour >= toStartOfHour(toDateTime(${clampToDateTime(Math.floor(fromMs / 1000) - 3_600)}, 'UTC'))
    AND cityHash64(traces.trace_id) % ${oneIn} = 0
  GROUP BY id`;

/**
 * Every span with its attributes, those of its resource, its name as \`span.name\`, and the other services of its trace as
 * \`trace.service\`; counted by value in both groups. A span of both groups is one of the selection.
 */
const compareSql = ({ selection, baseline }: Groups, sampled: Sampled, traces: string): string => `
  SELECT key, value, toString(in_selection) AS selected, toString(in_others) AS others,
         toString(sumIf(in_selection, key = 'span.name') OVER () AS of_selection) AS all_selected,
         toString(sumIf(in_others, key = 'span.name') OVER () AS of_others) AS all_others
  FROM (
    SELECT *, count() OVER (PARTITION BY key) AS values_of_key,
           sum(in_selection + in_others) OVER (PARTITION BY key) AS spans_of_key
    FROM (
      SELECT pair.1 AS key, leftUTF8(pair.2, ${attributeLimits.valueCharacters}) AS value,
             countIf(is_selected) AS in_selection, countIf(NOT is_selected) AS in_others
      FROM (
        SELECT is_selected, arrayDistinct(arrayConcat(own,
                 arrayFilter(of_resource -> NOT has(own.1, of_resource.1), known.pairs),
                 [('span.name', name)], arrayMap(other -> ('trace.service', other),
                   arrayFilter(other -> other != service, trace.services)))) AS pairs
        FROM (
          SELECT ${selection.sql} AS is_selected, ${baseline.sql} AS is_other, resource, toString(spans.name) AS name,
                 toString(spans.service) AS service, spans.trace_id AS trace_id,
                 arrayZip(CAST(attributes.key, 'Array(String)'), attributes.value) AS own
          ${sampled.sql}
        ) AS span
        LEFT ANY JOIN (
          SELECT fingerprint, any(arrayZip(CAST(attributes.key, 'Array(String)'), attributes.value)) AS pairs
          FROM resources WHERE organization = {organization:UUID} GROUP BY fingerprint
        ) AS known ON known.fingerprint = span.resource
        LEFT ANY JOIN (${traces}) AS trace ON trace.id = span.trace_id
      ) ARRAY JOIN pairs AS pair
      GROUP BY key, value)
  )
  WHERE NOT (values_of_key > ${attributeLimits.uniqueValuesMin} AND values_of_key * 2 > spans_of_key)
  ORDER BY abs(in_selection / greatest(1, of_selection) - in_others / greatest(1, of_others)) DESC, key, value
  LIMIT ${attributeLimits.comparedMax + 1}`;

function comparedOf(
  rows: readonly Row[],
): Pick<ResponseOf<'compareSpans'>, 'selection' | 'baseline' | 'attributes'> {
  const selection = Number(rows[0]?.all_selected ?? 0);
  const baseline = Number(rows[0]?.all_others ?? 0);
  return {
    selection: { spans: selection },
    baseline: { spans: baseline },
    attributes: rows.map(row => {
      const own = groupOf(Number(row.selected), selection);
      const other = groupOf(Number(row.others), baseline);
      return {
        key: row.key,
        value: row.value,
        selection: own,
        baseline: other,
        difference: own.share - other.share,
      };
    }),
  };
}

const groupOf = (spans: number, of: number) => ({ spans, share: percentOf(spans, of) });
