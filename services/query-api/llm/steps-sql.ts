import { limits } from '../config.ts';
import { type Field, fieldsOfKinds, fieldsOfSteps, mayBeStep, valuesSql } from './attributes.ts';
import { llmLimits } from './config.ts';
import { eventColumns, figureLayers } from './figures-sql.ts';
import { kindLayers, layered } from './kinds-sql.ts';

/**
 * Calls of models and steps of agents that ended in the range, each once: two instrumentations describe one call by two spans, the
 * outer of which has the inner right below it. Then the innermost counts, and so it does of runs of agents and of calls of tools.
 * What stands below is looked for in the hour around the range as well, so that neighbouring ranges count the same.
 *  known  the condition on what was known
 */
export const stepsSql = (known: string): string => `
  SELECT ${columns} FROM (SELECT * FROM (${layered(spansOf(known), [...kindLayers(fieldsOfSteps), ...figureLayers])})
                          WHERE step_kind != '') AS step
  LEFT ANY JOIN (${innerOf(known)}) AS inner_step
    ON inner_step.trace = step.trace AND inner_step.span = step.span AND inner_step.step_kind = step.step_kind
  WHERE NOT (notEmpty(below) AND (empty(marks) OR has(below, '') OR hasAny(below, marks)))`;

const columns = [
  'trace',
  'span',
  'service',
  'began',
  'nanos',
  'failed',
  'step_kind',
  'step_name',
  'operation',
  'provider',
  'model',
  'conversation',
  'error',
  'input',
  'output',
  'cached',
  'cache_writes',
  'reasoning',
  'first_token',
]
  .map(name => `step.${name} AS ${name}`)
  .join(', ');

const named = (fields: readonly Field[]): string =>
  `${valuesSql(fields)}, leftUTF8(toString(spans.name), ${limits.textCharactersShown}) AS span_name`;

const within = (from: string, to: string, known: string): string => `
  PREWHERE organization = {organization:UUID} AND bucket >= toDateTime(${from}, 'UTC')
    AND bucket < toDateTime(${to}, 'UTC') ${known} AND ${mayBeStep}`;

const spansOf = (known: string): string => `
  SELECT spans.trace_id AS trace, spans.span_id AS span, toString(spans.service) AS service, spans.start AS began,
         spans.duration AS nanos, spans.status = 2 AS failed, ${named(fieldsOfSteps)}, ${eventColumns}
  FROM spans ${within('{bucket:UInt32}', '{to:UInt32}', known)}
  WHERE (empty({services:Array(String)}) OR has({services:Array(String)}, service))
    AND addNanoseconds(spans.start, spans.duration) >= toDateTime({from:UInt32}, 'UTC')
    AND addNanoseconds(spans.start, spans.duration) < toDateTime({to:UInt32}, 'UTC')`;

/** Of a span that may be the outer one: the models, or the names, of what stands right below it; an empty one for a call that names none. */
const innerOf = (known: string): string => `
  SELECT trace, parent AS span, step_kind, groupUniqArrayArray(if(empty(marks), [''], marks)) AS below
  FROM (${layered(parentsOf(known), kindLayers(fieldsOfKinds))})
  WHERE step_kind != '' GROUP BY trace, parent, step_kind`;

const parentsOf = (known: string): string => `
  SELECT spans.trace_id AS trace, spans.parent_span_id AS parent, ${named(fieldsOfKinds)}
  FROM spans ${within(`{bucket:UInt32} - ${llmLimits.wrapperSeconds}`, `{to:UInt32} + ${llmLimits.wrapperSeconds}`, known)}
  WHERE spans.parent_span_id != 0`;
