import { type Field, openFields } from './attributes.ts';

/** A call of a model, or what agents do between such calls. */
export type StepKind = 'call' | 'agent' | 'tool';

/** Words in the names of operations that call no model themselves: `invoke_agent`, `execute_tool`, `CHAIN`. */
const steps = 'agent|tool|workflow|task|chain|retriev|memory|guardrail|evaluator|handoff|prompt$';

/**
 * What a span is known by, from the column `values` of these fields and its `span_name`, in layers of columns:
 *  operation  as it says
 *  models     all that it names
 *  step_kind  a `StepKind`, or nothing: a call names a model or an operation, and is no step of an agent, a tool or a chain, which may name
 *             the model as well; what creates an agent runs nothing
 *  step_name  of an agent or a tool; the name of its span where it says none
 *  marks      by what the same step is known in two spans: the models that a call names, without the provider before a slash; of another
 *             step its name
 */
export function kindLayers(fields: readonly Field[]): readonly string[] {
  const { firstOf, allOf } = openFields(fields);
  return [
    `${firstOf('operation')} AS operation, ${allOf('model')} AS models,
     lowerUTF8(${firstOf('operation')}) AS operated, lowerUTF8(${firstOf('kind')}) AS framed,
     ${firstOf('bareTool')} != '' AND ${firstOf('conventional')} = '' AS is_bare_tool,
     multiIf((operation != '' OR notEmpty(models)) AND NOT is_bare_tool
               AND NOT match(operated, '${steps}') AND NOT match(framed, '${steps}'), 'call',
             is_bare_tool OR framed = 'tool' OR operated IN ('execute_tool', 'tool', 'ai.toolcall'), 'tool',
             framed = 'agent' OR operated IN ('invoke_agent', 'agent'), 'agent', '') AS step_kind`,
    `multiIf(step_kind = 'tool', ${firstOf('tool')}, step_kind = 'agent', ${firstOf('agent')}, '') AS said_name,
     if(step_kind = 'call' OR said_name != '', said_name, span_name) AS step_name,
     if(step_kind = 'call', arrayDistinct(arrayMap(model -> lowerUTF8(splitByChar('/', model)[-1]), models)), [step_name]) AS marks`,
  ];
}

/** Columns in layers: each may use those of the layers before it. In one layer, the warehouse would write out every use of an alias. */
export const layered = (from: string, layers: readonly string[]): string =>
  layers.reduce((below, columns) => `SELECT *, ${columns} FROM (${below})`, from);
