import { z } from 'zod';
import { routeOf } from '../route-call.ts';
import { mcpLimits } from './config.ts';
import { isFields, plainSchema } from './plain-schema.ts';
import { rowsField } from './read-list.ts';
import type { ActTool, Fields, ReadTool, Tool, ToolList } from './tool.ts';

export type OutputSchema = Fields & { readonly type: 'object' };

/** The most levels that a response of a route has. */
const levelsMax = 8;

/** The schema of what a tool gives. What is deep in it is left out where the whole would be long. */
export function outputSchemaOf(tool: Tool): OutputSchema {
  const whole = tool.kind === 'own' ? written(tool.output) : ofRoute(tool);
  // A trace comes without what it says twice, so only its outer fields are as the route has them.
  for (let levels = tool.kind === 'read' && tool.hasOwnBudget ? 1 : levelsMax; ; levels--) {
    const schema = { ...plainSchema(whole, levels), type: 'object' } as const;
    const bytes = Buffer.byteLength(JSON.stringify(schema));
    if (bytes <= mcpLimits.outputSchemaBytesMax || levels === 1) return schema;
  }
}

const written = (schema: z.ZodType): Fields =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });

/** The response of the route, with what a tool adds. */
function ofRoute(tool: ReadTool | ActTool): Fields {
  const { route } = tool;
  const list = tool.kind === 'read' ? tool.list : undefined;
  const { response = z.object({}) } = routeOf(route);
  const { properties, required } = written(response);
  const given = isFields(properties) ? properties : {};
  const { [list?.field ?? '']: rows, next_cursor: _, ...others } = given;
  const added = { page: { type: 'string' }, ...(list && ofList(list, rows)) };
  const needed = Array.isArray(required) ? required.filter(name => String(name) in others) : [];
  return {
    properties: { ...others, ...added, left_out: { type: 'object' } },
    required: [...needed, ...Object.keys(added)],
  };
}

const ofList = (list: ToolList, rows: unknown): Fields => ({
  next_cursor: { type: ['string', 'null'] },
  ...(list.columns && { columns: { type: 'array', items: { type: 'string' } } }),
  [rowsField(list)]: list.columns
    ? { type: 'array', items: { type: 'array' } }
    : { type: 'array', ...(isFields(rows) && { items: rows.items }) },
});
