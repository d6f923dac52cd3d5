import type { QueryOf } from '../../../../schemas/http/routes.ts';
import { spanBucketStart } from '../../../../schemas/window.ts';

type Filters = Pick<QueryOf<'listTraces'>, 'service' | 'operation' | 'attr.' | 'start_time_from'>;

export type Condition = {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** Whether traces are asked for by what only spans say; the services of a trace are in its fragments. */
export const asksOfSpans = (query: Filters): boolean =>
  Boolean(query.operation) || query['attr.'].length > 0;

/** The traces with a span that passes all that is asked of spans. It ended no earlier than its trace began. */
export function selectTracesOfSpans(query: Filters, known: string): Condition {
  const { service = '', operation = '', start_time_from: fromMs } = query;
  const attributes = query['attr.'].map((filter, index) =>
    ofAttribute(filter, `attribute${index}`),
  );
  const since =
    fromMs === undefined
      ? ''
      : `AND bucket >= toDateTime(${spanBucketStart(Math.floor(fromMs / 1000))}, 'UTC')`;
  const wanted = [
    ...(service === '' ? [] : ['service = {service:String}']),
    ...(operation === '' ? [] : ['name = {operation:String}']),
    ...attributes.map(({ sql }) => sql),
  ];
  return {
    sql: `SELECT spans.trace_id FROM spans
          PREWHERE organization = {organization:UUID} ${since} ${known}
          WHERE ${wanted.join(' AND ')}`,
    parameters: Object.assign({ operation }, ...attributes.map(({ parameters }) => parameters)),
  };
}

/** An attribute of a span or of its resource has one of the values, or none of them. */
export function ofAttribute(
  { key, values, isNot }: Filters['attr.'][number],
  name: string,
): Condition {
  const has = `has(attributes.key, {${name}:String})
    AND has({${name}Values:Array(String)}, attributes.value[indexOf(attributes.key, {${name}:String})])`;
  const resources = `SELECT fingerprint FROM resources WHERE organization = {organization:UUID} AND ${has}`;
  const passes = `(${has} OR resource IN (${resources}))`;
  return {
    sql: isNot ? `NOT ${passes}` : passes,
    parameters: { [name]: key, [`${name}Values`]: values },
  };
}
