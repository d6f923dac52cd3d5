import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { HttpRequest, HttpResponse, Principal } from '../../../platform/http/handler.ts';
import { withoutMarks } from '../../../schemas/exact-json.ts';
import { type CallTool, openServer } from './message-server.ts';

type Asked = Pick<HttpRequest<'callMcp'>, 'headers' | 'body' | 'signal'> & {
  readonly key: Pick<Principal, 'kind' | 'role' | 'isGrant'>;
};

/**
 * The response to one message, of either revision of the protocol: 2026-07-28 names its revision in each message;
 * 2025-11-25 begins with `initialize`, and is served without a session. Both get one JSON body.
 */
export async function answerMessage(
  { headers, body, signal, key }: Asked,
  callTool: CallTool,
): Promise<HttpResponse<'callMcp'>> {
  // The body is parsed already, and is not written and parsed again.
  const asked = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: messageHeaders(headers),
    signal,
  });
  const serve = (await isLegacyRequest(asked, body)) ? answerLegacy : answerModern;
  const response = await serve(asked, body, () => openServer(body, key, callTool));
  const text = withoutMarks(await response.text());
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
