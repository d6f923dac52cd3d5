import { isAmong } from '../../../platform/http/auth.ts';
import { routeOf } from '../route-call.ts';
import { outputSchemaOf } from './output-schema.ts';
import { isFields } from './plain-schema.ts';
import type { Fields, Tool } from './tool.ts';
import { tools } from './tools/all.ts';

const inputSchemaOf = ({ input }: Tool) =>
  ({
    type: 'object',
    ...withoutPatterns(input['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as Fields),
  }) as const;

/** Patterns say to a model in 300 characters what the format or the description says, and every number of JSON is within the largest bound. */
function withoutPatterns(schema: Fields): Fields {
  const kept = Object.entries(schema).filter(
    ([name, value]) => value !== Number.MAX_SAFE_INTEGER && name !== 'pattern' && name !== 'allOf',
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, deeply(value)]));
}

function deeply(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deeply);
  return isFields(value) ? withoutPatterns(value) : value;
}

/** The input of a tool, whose schema is written once and not for each message. */
function preparedInput(tool: Tool) {
  const schema = inputSchemaOf(tool);
  const standard = tool.input['~standard'];
  const jsonSchema = { input: () => schema, output: () => schema };
  return { '~standard': { ...standard, jsonSchema } };
}

export type PreparedTool = {
  readonly tool: Tool;
  readonly inputSchema: ReturnType<typeof preparedInput>;
};

export const preparedTools: ReadonlyMap<string, PreparedTool> = new Map(
  tools.map(tool => [tool.name, { tool, inputSchema: preparedInput(tool) }]),
);

const annotationsOf = (tool: Tool) =>
  tool.kind === 'act'
    ? {
        readOnlyHint: false,
        destructiveHint: tool.isDestructive,
        idempotentHint: tool.isIdempotent,
        openWorldHint: false,
      }
    : { readOnlyHint: true, openWorldHint: false };

const listed = (tool: Tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: inputSchemaOf(tool),
  outputSchema: outputSchemaOf(tool),
  annotations: annotationsOf(tool),
});

/** As `tools/list` gives them: written once. */
export const listedTools = tools.map(listed);
const actingTools = new Map(
  tools.flatMap(tool => (tool.kind === 'act' ? [[tool.name, tool.route] as const] : [])),
);

/** Those that read, and those that act whose routes the key may use; a call of another one is refused. */
export const listedFor = (key: Parameters<typeof isAmong>[1]) =>
  listedTools.filter(({ name }) => {
    const route = actingTools.get(name);
    return route === undefined || isAmong(routeOf(route).keys, key);
  });
