import { deepEqual, equal, ok } from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** Both revisions of the protocol: the one that clients choose by themselves, and the next. */
export const revisions = [undefined, '2026-07-28'];

export type McpClient = Awaited<ReturnType<typeof openMcpClient>>;

/** A client of the protocol's own library. It compares each result with the schema that the tool has in the list. */
export async function openMcpClient(
  url: string,
  headers: Readonly<Record<string, string>>,
  revision?: string,
) {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    revision === undefined ? {} : { versionNegotiation: { mode: { pin: revision } } },
  );
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers },
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const result = async (name: string, given: object) => {
    const { content, isError, structuredContent } = await client.callTool({
      name,
      arguments: { ...given },
    });
    const [part] = content as { readonly type: string; readonly text: string }[];
    return { text: part?.text ?? '', isError, structuredContent };
  };
  return {
    client,
    tools,
    close: () => client.close(),
    /** What a tool gives; its text repeats it. */
    call: async <Body = Record<string, unknown>>(
      name: string,
      given: object = {},
    ): Promise<Body> => {
      const { text, isError, structuredContent } = await result(name, given);
      ok(isError !== true, `${name}: ${text}`);
      deepEqual(JSON.parse(text), structuredContent, name);
      return structuredContent as Body;
    },
    /** The sentence with which a tool refuses. */
    refusal: async (name: string, given: object = {}): Promise<string> => {
      const { text, isError, structuredContent } = await result(name, given);
      equal(isError, true, `${name}: ${text}`);
      equal(structuredContent, undefined);
      return text;
    },
  };
}
