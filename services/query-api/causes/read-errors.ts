import { type ErrorCounts, errorKey, type NamedError } from '../core/causes/failing.ts';
import { rootCauseLimits } from '../root-causes/config.ts';
import { knownSql } from '../windows/known-condition.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import type { AskedCauses } from './asked.ts';

type Row = {
  readonly name: string;
  readonly kind: string;
  readonly text: string;
  readonly before: string;
  readonly during: string;
};

/** How often errors were recorded before and during a time, of all spans and not of a sample. */
export async function readErrorCounts(
  { organization, selection, baseline, atMs }: AskedCauses,
  errors: readonly NamedError[],
  reading: QueryContext,
): Promise<ErrorCounts> {
  if (errors.length === 0) return new Map();
  const parameters = {
    organization,
    services: [...new Set(errors.map(({ service }) => service))],
    types: [...new Set(errors.map(({ errorType }) => errorType))],
    messages: [...new Set(errors.map(({ message }) => message))],
    before: baseline.fromSeconds,
    from: selection.fromSeconds,
    until: baseline.toSeconds,
    to: selection.toSeconds,
  };
  const rows = await readRows<Row>({ sql: countSql(knownSql(atMs)), parameters }, reading);
  return new Map(
    rows.map(({ name: service, kind: errorType, text: message, before, during }) => {
      const counts = { before: Number(before), during: Number(during) };
      return [errorKey({ service, errorType, message }), counts];
    }),
  );
}

const text = (column: string): string =>
  `leftUTF8(${column}, ${rootCauseLimits.messageCharactersMax})`;

const countSql = (known: string): string => `
  SELECT toString(service) AS name, ${text('type')} AS kind, ${text('message')} AS text,
         toString(countIf(time < toDateTime({until:UInt32}, 'UTC'))) AS before,
         toString(countIf(time >= toDateTime({from:UInt32}, 'UTC'))) AS during
  FROM errors
  WHERE organization = {organization:UUID} AND service IN {services:Array(String)}
    AND time >= toDateTime({before:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')
    AND kind IN {types:Array(String)} AND text IN {messages:Array(String)} ${known}
  GROUP BY name, kind, text`;
