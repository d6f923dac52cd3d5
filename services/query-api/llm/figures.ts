import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { Cost } from '../core/llm/cost.ts';
import { llmLimits } from './config.ts';

/** Figures of some calls together, as the warehouse gives them. */
export type FigureRow = {
  readonly calls: string;
  readonly errors: string;
  readonly error_types: readonly [type: string, count: string][];
  readonly input: string;
  readonly output: string;
  readonly cached: string;
  readonly writes: string;
  readonly reasoning: string;
  readonly total: string;
  readonly p50: string;
  readonly p95: string;
  readonly known_first: string;
  readonly first_p50: string;
  readonly first_p95: string;
};

/** The nearest rank, as everywhere: of the sorted values the one at `quantile · n`, rounded up. */
export const atRank = (quantile: number, value = 'nanos', count = 'count()'): string =>
  `arraySort(groupArray(${value}))[toUInt64(ceil(${quantile} * ${count}))]`;

const knownFirst = 'countIf(first_token IS NOT NULL)';

/** The most frequent types of errors, each with its count. */
const errorTypes = `arraySlice(arraySort(pair -> (-toInt64(pair.2), pair.1),
    arrayZip(sumMapIf([error], [toUInt64(1)], failed).1, sumMapIf([error], [toUInt64(1)], failed).2)), 1, ${llmLimits.errorTypesMax})`;

export const figures = `toString(count()) AS calls, toString(countIf(failed)) AS errors,
  arrayMap(pair -> (pair.1, toString(pair.2)), ${errorTypes}) AS error_types,
  toString(sum(input)) AS input, toString(sum(output)) AS output, toString(sum(cached)) AS cached,
  toString(sum(cache_writes)) AS writes, toString(sum(reasoning)) AS reasoning, toString(sum(nanos)) AS total,
  toString(${atRank(0.5)}) AS p50, toString(${atRank(0.95)}) AS p95, toString(${knownFirst}) AS known_first,
  toString(${atRank(0.5, 'first_token', knownFirst)}) AS first_p50, toString(${atRank(0.95, 'first_token', knownFirst)}) AS first_p95`;

const none: FigureRow = {
  calls: '0',
  errors: '0',
  error_types: [],
  input: '0',
  output: '0',
  cached: '0',
  writes: '0',
  reasoning: '0',
  total: '0',
  p50: '0',
  p95: '0',
  known_first: '0',
  first_p50: '0',
  first_p95: '0',
};

const milliseconds = (nanos: string): number => Number(nanos) / 1e6;

export function figuresOf(cost: Cost, row = none): ResponseOf<'llmStats'>['total'] {
  const calls = Number(row.calls);
  const errors = Number(row.errors);
  const known = Number(row.known_first);
  return {
    calls,
    errors,
    error_rate: calls === 0 ? 0 : (100 * errors) / calls,
    errors_by_type: row.error_types.map(([type, count]) => ({
      error_type: type === '' ? null : type,
      count: Number(count),
    })),
    input_tokens: Number(row.input),
    output_tokens: Number(row.output),
    cached_input_tokens: Number(row.cached),
    cache_write_tokens: Number(row.writes),
    reasoning_tokens: Number(row.reasoning),
    avg_duration_ms: calls === 0 ? 0 : milliseconds(row.total) / calls,
    p50_duration_ms: milliseconds(row.p50),
    p95_duration_ms: milliseconds(row.p95),
    first_token_calls: known,
    p50_first_token_ms: known === 0 ? null : milliseconds(row.first_p50),
    p95_first_token_ms: known === 0 ? null : milliseconds(row.first_p95),
    ...cost,
  };
}
