import type { Tool } from './tool.ts';
import { tools } from './tools/all.ts';

const jsonSchemaOf = ({ input }: Tool) =>
  ({
    type: 'object',
    ...input['~standard'].jsonSchema.input({ target: 'draft-2020-12' }),
  }) as const;

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
