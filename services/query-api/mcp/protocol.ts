import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { HttpRequest, HttpResponse } from '../../../platform/http/handler.ts';
import { packageVersion } from '../../../platform/package.ts';
import { mcpLimits } from './config.ts';
import type { ToolOutcome } from './run-tool.ts';
import type { Tool } from './tool.ts';
import { tools } from './tools/all.ts';

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
  const asked = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: messageHeaders(headers),
    body: JSON.stringify(body),
    signal,
  });
  const serve = (await isLegacyRequest(asked)) ? answerLegacy : answerModern;
  const response = await serve(asked, () => openServer(callTool));
  const text = await response.text();
  const type = response.headers.get('Content-Type');
  return {
    status: response.status,
    ...(text !== '' && { body: text }),
    ...(type !== null && { headers: { 'Content-Type': type } }),
  };
}

type Open = () => McpServer;

async function answerLegacy(asked: Request, open: Open): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = open();
  await server.connect(transport);
  try {
    return await transport.handleRequest(asked);
  } finally {
    await server.close();
  }
}

async function answerModern(asked: Request, open: Open): Promise<Response> {
  // Nothing changes that a client could subscribe to.
  const handler = createMcpHandler(open, { legacy: 'reject', maxSubscriptions: 0 });
  try {
    return await handler.fetch(asked);
  } finally {
    await handler.close();
  }
}

function openServer(callTool: CallTool): McpServer {
  const server = new McpServer(
    { name: 'tidemark', title: 'Tidemark', version },
    {
      instructions,
      capabilities: { tools: { listChanged: false } },
      cacheHints: { 'tools/list': { ttlMs: mcpLimits.toolsKeptMs, cacheScope: 'private' } },
    },
  );
  for (const tool of tools) {
    const { name, title, description, input: inputSchema } = tool;
    const annotations = { readOnlyHint: true, openWorldHint: false };
    server.registerTool(name, { title, description, inputSchema, annotations }, async given => {
      const { text, isError } = await callTool(tool, given);
      return { content: [{ type: 'text', text }], ...(isError && { isError }) };
    });
  }
  return server;
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
