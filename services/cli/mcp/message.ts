import { z } from 'zod';

/** What is known of a message before the server reads it (JSON-RPC 2.0). */
const message = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
});

export type Message = z.infer<typeof message>;

/** Undefined: the line is no message. */
export function messageOf(line: string): Message | undefined {
  try {
    return message.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

const revisionKey = 'io.modelcontextprotocol/protocolVersion';

/**
 * What Streamable HTTP says of a message in its headers: since revision 2026-07-28, its revision, its method and the name
 * of what it calls.
 */
export function headersOf({ method, params = {} }: Message): Record<string, string> {
  const meta = z.looseObject({}).safeParse(params._meta).data ?? {};
  const revision = meta[revisionKey];
  const name = params.name ?? params.uri;
  if (typeof revision !== 'string' || method === undefined) return {};
  return {
    'MCP-Protocol-Version': revision,
    'Mcp-Method': method,
    ...(typeof name === 'string' && { 'Mcp-Name': headerOf(name) }),
  };
}

/** Whatever is no plain text of a header is written in base64 between these marks (SEP-2243). */
const headerOf = (text: string): string =>
  /^(?!=\?base64\?)[!-~](?:[ -~]*[!-~])?$/u.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;

/** What a client gets for a request that the server did not answer. */
export const refusalOf = (id: Message['id'], code: number, text: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message: text } });
