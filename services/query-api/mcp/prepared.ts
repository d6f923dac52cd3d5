import type { Tool } from './tool.ts';
import { tools } from './tools/all.ts';

const jsonSchemaOf = ({ input }: Tool) =>
  ({
    type: 'object',
    ...withoutDatePatterns(
      input['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as Fields,
    ),
  }) as const;

type Fields = Readonly<Record<string, unknown>>;

/** The format of an instant says what its pattern of 300 characters repeats for each argument. */
function withoutDatePatterns(schema: Fields): Fields {
  const kept = Object.entries(schema).filter(
    ([name]) => name !== 'pattern' || schema.format !== 'date-time',
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [name, isFields(value) ? withoutDatePatterns(value) : value]),
  );
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The input of a tool, whose schema is written once and not for each message. */
function preparedInput(tool: Tool) {
  const schema = jsonSchemaOf(tool);
  const standard = tool.input['~standard'];
  const jsonSchema = { input: () => schema, output: () => schema };
  return { '~standard': { ...standard, jsonSchema } };
}

export const preparedTools = new Map(
  tools.map(tool => [tool.name, { tool, inputSchema: preparedInput(tool) }]),
);

/** As `tools/list` gives them: to every client and key alike, so they are written once. */
export const listedTools = tools.map(tool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: jsonSchemaOf(tool),
  annotations: { readOnlyHint: true, openWorldHint: false },
}));
