import { hoursOf, inHour } from './hours.ts';
import { type Inspection, readsOf } from './inspection.ts';

/** No span is stored twice. An hour at once, in the order in which the table keeps them, so that memory holds few. */
export const inspectSpans: Inspection = async (context, given) => {
  const { findings, tell, signal } = given;
  const ask = readsOf(context, signal);
  const hours = await hoursOf(context, given, signal);
  for (const [index, hour] of hours.entries()) {
    tell(index, hours.length);
    const [counted] = await ask<{ n: string }>(counting, hour);
    findings.checked(Number(counted?.n ?? 0));
    for (const row of await ask<Doubled>(doubled, hour))
      findings.fault(
        `the span ${row.span} of the trace ${row.trace}, organization ${row.owner}, is there ${row.copies} times`,
      );
  }
};

type Doubled = Readonly<Record<'owner' | 'trace' | 'span' | 'copies', string>>;

const counting = `SELECT toString(count()) AS n FROM spans WHERE ${inHour('bucket')}`;

/** A span is its organization, ids, times and kind. */
const doubled = `
  SELECT toString(organization) AS owner, replaceAll(toString(trace_id), '-', '') AS trace,
         lower(leftPad(hex(span_id), 16, '0')) AS span, toString(count()) AS copies
  FROM spans WHERE ${inHour('bucket')}
  GROUP BY organization, bucket, trace_id, span_id, start, duration, kind
  HAVING count() > 1
  SETTINGS optimize_aggregation_in_order = 1`;
