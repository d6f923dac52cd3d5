import type { RequestOf } from '../../../schemas/http/routes.ts';
import { spanBucketStart } from '../../../schemas/window.ts';
import { type Condition, ofAttribute } from '../traces/list/span-conditions.ts';
import { clampToDateTime } from '../traces/span-names.ts';

export type Selection = RequestOf<'compareSpans'>['selection'];

const statuses = { unset: 0, ok: 1, error: 2 } as const;

/** An entry span: of kind server or consumer, or without a parent. */
const isRequest = '(kind IN (2, 5) OR spans.parent_span_id = 0)';

/** The condition that a span is in a selection; the names of its parameters begin with `name`. */
export function selected(selection: Selection, name: string): Condition {
  const {
    from,
    to,
    service,
    operation,
    status,
    min_duration_ms: min,
    max_duration_ms: max,
  } = selection;
  const attributes = selection.attributes.map(({ key, values, is_not: isNot }, index) =>
    ofAttribute({ key, values, isNot }, `${name}Attribute${index}`),
  );
  const ended = 'addNanoseconds(spans.start, spans.duration)';
  const conditions = [
    `service = {${name}Service:String}`,
    operation === undefined ? isRequest : `name = {${name}Operation:String}`,
    `${ended} >= fromUnixTimestamp64Milli({${name}From:Int64}, 'UTC')`,
    `${ended} < fromUnixTimestamp64Milli({${name}To:Int64}, 'UTC')`,
    ...(status === undefined ? [] : [`status = ${statuses[status]}`]),
    ...(min === undefined ? [] : [`spans.duration >= ${nanosOf(min)}`]),
    ...(max === undefined ? [] : [`spans.duration <= ${nanosOf(max)}`]),
    ...attributes.map(({ sql }) => sql),
  ];
  return {
    sql: `(${conditions.join(' AND ')})`,
    parameters: Object.assign(
      {
        [`${name}Service`]: service,
        [`${name}Operation`]: operation ?? '',
        [`${name}From`]: BigInt(from),
        [`${name}To`]: BigInt(to),
      },
      ...attributes.map(({ parameters }) => parameters),
    ),
  };
}

const nanosOf = (milliseconds: number): bigint => BigInt(Math.round(milliseconds * 1e6));

/** The condition on the buckets that hold the spans which ended in a time. */
export const bucketsOf = (fromMs: number, toMs: number): string =>
  `bucket >= ${spanBucketStart(clampToDateTime(Math.floor(fromMs / 1000)))} AND bucket <= ${clampToDateTime(Math.ceil(toMs / 1000))}`;
