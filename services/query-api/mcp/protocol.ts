import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { HttpRequest, HttpResponse } from '../../../platform/http/handler.ts';
import { packageVersion } from '../../../platform/package.ts';
import type { Json } from '../../../schemas/json.ts';
import { mcpLimits } from './config.ts';
import { listedTools, preparedTools } from './prepared.ts';
import type { ToolOutcome } from './run-tool.ts';
import type { Tool } from './tool.ts';

type CallTool = (tool: Tool, given: object) => Promise<ToolOutcome>;

const version = packageVersion();
const instructions =
  'Tidemark stores the traces and metrics of these services. Begin with list_services, search_anomalies or get_active_alerts; name 32-digit trace ids in answers.';

/**
 * The response to one message, of either revision of the protocol: 2026-07-28 names its revision in each message;
 * 2025-11-25 begins with `initialize`, and is served without a session. Both get one JSON body.
 */
export async function answerMessage(
  { headers, body, signal }: Pick<HttpRequest<'callMcp'>, 'headers' | 'body' | 'signal'>,
  callTool: CallTool,
): Promise<HttpResponse<'callMcp'>> {
  // The body is parsed already, and is not written and parsed again.
  const asked = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: messageHeaders(headers),
    signal,
  });
  const serve = (await isLegacyRequest(asked, body)) ? answerLegacy : answerModern;
  const response = await serve(asked, body, () => openServer(body, callTool));
  const text = await response.text();
  const type = response.headers.get('Content-Type');
  return {
    status: response.status,
    ...(text !== '' && { body: text }),
    ...(type !== null && { headers: { 'Content-Type': type } }),
  };
}

type Message = HttpRequest<'callMcp'>['body'];
type Open = () => McpServer;

async function answerLegacy(asked: Request, parsedBody: Message, open: Open): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = open();
  await server.connect(transport);
  try {
    return await transport.handleRequest(asked, { parsedBody });
  } finally {
    await server.close();
  }
}

async function answerModern(asked: Request, parsedBody: Message, open: Open): Promise<Response> {
  // Nothing changes that a client could subscribe to.
  const handler = createMcpHandler(open, { legacy: 'reject', maxSubscriptions: 0 });
  try {
    return await handler.fetch(asked, { parsedBody });
  } finally {
    await handler.close();
  }
}

/** A server for one message, which knows the tool that the message names: to register all of them takes longer than the rest. */
function openServer(message: Message, callTool: CallTool): McpServer {
  const server = new McpServer(
    { name: 'tidemark', title: 'Tidemark', version },
    {
      instructions,
      capabilities: { tools: { listChanged: false } },
      cacheHints: { 'tools/list': { ttlMs: mcpLimits.toolsKeptMs, cacheScope: 'private' } },
    },
  );
  if (message.method === 'tools/call') register(server, nameOf(message.params), callTool);
  if (message.method === 'tools/list')
    server.server.setRequestHandler('tools/list', () => ({ tools: listedTools }));
  return server;
}

const nameOf = (params: Json | undefined): string =>
  params !== null && typeof params === 'object' && 'name' in params ? String(params.name) : '';

/** Any tool where none has the name: the protocol's library says so then. */
function register(server: McpServer, named: string, callTool: CallTool): void {
  const [any] = preparedTools.values();
  const found = preparedTools.get(named) ?? any;
  if (found === undefined) return;
  const { tool, inputSchema } = found;
  const { name, title, description } = tool;
  server.registerTool(name, { title, description, inputSchema }, async given => {
    const { text, isError } = await callTool(tool, given);
    return { content: [{ type: 'text', text }], ...(isError && { isError }) };
  });
}

/** Of the protocol; clients that accept less than it requires get JSON all the same. */
function messageHeaders(headers: HttpRequest['headers']): Record<string, string> {
  const own = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith('mcp-') && typeof value === 'string' ? [[name, value]] : [],
  );
  return {
    ...Object.fromEntries(own),
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
}
