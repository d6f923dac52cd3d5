import { type Field, fieldsOfSteps, firstTokenEvents, listOf, openFields } from './attributes.ts';
import { llmLimits } from './config.ts';

const { firstOf } = openFields(fieldsOfSteps);

const counts = {
  input: 'stated_input',
  output: 'stated_output',
  total: 'stated_total',
  cached: 'stated_cached',
  cacheWrites: 'stated_writes',
  reasoning: 'stated_reasoning',
} as const satisfies Partial<Record<Field, string>>;

const ofCounts = (columnOf: (field: keyof typeof counts, name: string) => string): string =>
  (Object.keys(counts) as (keyof typeof counts)[])
    .map(field => columnOf(field, counts[field]))
    .join(', ');

/** What a total has beyond a part of it. */
const rest = (part: string): string => `toUInt64(stated_total - least(stated_total, ${part}))`;

/** The place of the event of the first token, and the attributes of the exception that a span recorded. */
export const eventColumns = `
  arrayFirst(at -> at > 0, arrayMap(name -> indexOf(events.name, name), [${listOf(firstTokenEvents)}])) AS token_event,
  toUnixTimestamp64Nano(events.time[token_event]) - toUnixTimestamp64Nano(spans.start) AS token_event_nanos,
  events.attributes[indexOf(events.name, 'exception')] AS exception`;

const exceptionType =
  "JSONExtractString(arrayFirst(pair -> JSONExtractString(pair, 'key') = 'exception.type', JSONExtractArrayRaw(exception)), 'value', 'stringValue')";

/**
 * Figures of a step, in layers of columns.
 * Of tokens: the input has the cached ones in it, and the output those of reasoning, as the semantic conventions say. Where a part is
 * more than the whole, the instrumentation counts them apart, as some APIs do, and the whole is both. A total counts for nothing but
 * what is not stated: of input and output the one that is missing, and without both it is input, as of embeddings.
 *  first_token  nanoseconds up to it; null where nothing says so, or where it came after the end: then its unit is another
 *  error        what failed: `error.type`, or else the type of the exception
 */
export const figureLayers: readonly string[] = [
  // A comparison with null is false, and null stays null.
  `${firstOf('provider')} AS provider, models[1] AS model, ${firstOf('conversation')} AS conversation,
   ${ofCounts((field, name) => `if(toUInt64OrNull(${firstOf(field)}) > ${llmLimits.tokensMax}, ${llmLimits.tokensMax}, toUInt64OrNull(${firstOf(field)})) AS ${name}`)},
   coalesce(toFloat64OrNull(${firstOf('firstTokenSeconds')}) * 1e9, toFloat64OrNull(${firstOf('firstTokenMs')}) * 1e6,
            if(token_event = 0, NULL, toFloat64(token_event_nanos))) AS first_token_at,
   multiIf(NOT failed, '', ${firstOf('error')} != '', ${firstOf('error')}, leftUTF8(${exceptionType}, 200)) AS error`,
  `ifNull(stated_cached, 0) AS cached, ifNull(stated_writes, 0) AS cache_writes, ifNull(stated_reasoning, 0) AS reasoning,
   ifNull(coalesce(stated_input, ${rest('ifNull(stated_output, 0)')}), 0) AS whole_input,
   if(first_token_at >= 0 AND first_token_at <= nanos, toUInt64(round(first_token_at)), NULL) AS first_token`,
  `ifNull(coalesce(stated_output, ${rest('whole_input')}), 0) AS whole_output,
   whole_input + if(cached + cache_writes > whole_input, cached + cache_writes, 0) AS input,
   whole_output + if(reasoning > whole_output, reasoning, 0) AS output`,
];
