import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import type { Principal } from '../../../platform/http/handler.ts';
import { HttpProblem } from '../../../platform/http/problem.ts';
import { unknownName } from '../../../platform/http/query.ts';
import { packageVersion } from '../../../platform/package.ts';
import type { Json } from '../../../schemas/json.ts';
import { mcpLimits } from './config.ts';
import { listedFor, type PreparedTool, preparedTools } from './prepared.ts';
import { listedPrompts, promptOf } from './prompts.ts';
import { asContents, listedResources, listedTemplates, readingOf } from './resources.ts';
import type { ToolOutcome } from './run-tool.ts';
import type { Given, Tool } from './tool.ts';

export type CallTool = (tool: Tool, given: Given) => Promise<ToolOutcome>;

const version = packageVersion();
const instructions =
  'Tidemark stores the traces and metrics of these services. Begin with list_services, search_anomalies or get_active_alerts; start_investigation pins one instant for all later calls. Lists go on with `cursor`, and `left_out` says what a response lacks. Name 32-digit trace ids in answers.';

/** Lists change with a version, or with the role of a person. */
const kept = { ttlMs: mcpLimits.toolsKeptMs, cacheScope: 'private' } as const;

type Message = { readonly [name: string]: Json };
type Key = Pick<Principal, 'kind' | 'role' | 'isGrant'>;

/** A server for one message, which knows what the message names: to register all of it takes longer than the rest. */
export function openServer(message: Message, key: Key, callTool: CallTool): McpServer {
  const server = new McpServer(
    { name: 'tidemark', title: 'Tidemark', version },
    {
      instructions,
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false },
      },
      cacheHints: {
        'tools/list': kept,
        'prompts/list': kept,
        'resources/list': kept,
        'resources/templates/list': kept,
      },
    },
  );
  if (message.method === 'tools/call') serveCall(server, nameOf(message.params), callTool);
  else serveLists(server, key);
  serveReads(server, callTool);
  return server;
}

/** What is given as it was written once. */
function serveLists({ server }: McpServer, key: Key): void {
  server.setRequestHandler('tools/list', () => ({ tools: listedFor(key) }));
  server.setRequestHandler('prompts/list', () => ({ prompts: listedPrompts }));
  server.setRequestHandler('resources/list', () => ({ resources: listedResources }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: listedTemplates,
  }));
}

const nameOf = (params: Json | undefined): string =>
  params !== null && typeof params === 'object' && 'name' in params ? String(params.name) : '';

function serveCall(server: McpServer, named: string, callTool: CallTool): void {
  const found = preparedTools.get(named);
  if (found === undefined) refuse(server, named);
  else register(server, found, callTool);
}

function register(
  server: McpServer,
  { tool, inputSchema }: PreparedTool,
  callTool: CallTool,
): void {
  const { name, title, description } = tool;
  server.registerTool(name, { title, description, inputSchema }, async given => {
    const outcome = await callTool(tool, given);
    const content = [{ type: 'text', text: outcome.text } as const];
    if (outcome.isError) return { content, isError: true };
    return { content, structuredContent: outcome.structured };
  });
}

function refuse({ server }: McpServer, named: string): void {
  server.setRequestHandler('tools/call', () => {
    throw invalidParams(`tool ${unknownName(named, [...preparedTools.keys()])}`);
  });
}

/** Prompts, and resources, which are other names of what tools give. */
function serveReads({ server }: McpServer, callTool: CallTool): void {
  server.setRequestHandler('prompts/get', ({ params }) => {
    try {
      return promptOf(params.name, params.arguments);
    } catch (error) {
      throw error instanceof HttpProblem ? invalidParams(error.message) : error;
    }
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const reading = readingOf(uri);
    const found = reading && preparedTools.get(reading.tool);
    if (found === undefined) throw new ResourceNotFoundError(uri);
    const given = found.tool.input.parse(reading?.given);
    const { text, isError } = await callTool(found.tool, given);
    if (isError) throw invalidParams(text);
    return asContents(uri, text);
  });
}

const invalidParams = (message: string) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);
