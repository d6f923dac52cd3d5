import { deepEqual, equal, match } from 'node:assert/strict';
import { Readable } from 'node:stream';
import { headersOf } from '../../services/cli/mcp/message.ts';
import type { Post } from '../../services/cli/mcp/post.ts';
import { relay } from '../../services/cli/mcp/relay.ts';

const never = new AbortController().signal;
const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

/** What is written for these lines. */
async function relayed(lines: readonly string[], post: Post, ended = never): Promise<string[]> {
  const written: string[] = [];
  const write = (text: string): void => void written.push(text);
  await relay({ input: Readable.from(lines), write, post, ended });
  return written;
}

const echo: Post = async (_, { id }) => (id === undefined ? '' : `answer ${id}`);

describe('tidemark mcp', () => {
  it('hands on each request, and nothing for a notification', async () => {
    const lines = [line({ id: 1, method: 'ping' }), line({ method: 'notifications/initialized' })];
    deepEqual(await relayed([...lines, '\n', line({ id: 'b', method: 'ping' })], echo), [
      'answer 1',
      'answer b',
    ]);
  });

  it('answers what is no message, and what the server does not answer', async () => {
    const away: Post = async () => {
      throw new Error('connect ECONNREFUSED');
    };
    const [parse] = await relayed(['{]\n'], away);
    match(parse ?? '', /"id":null,"error":\{"code":-32700/);
    const [refused, ...others] = await relayed(
      [line({ id: 7, method: 'ping' }), line({ method: 'notifications/x' })],
      away,
    );
    match(refused ?? '', /"id":7,"error":\{"code":-32001,.*ECONNREFUSED/);
    deepEqual(others, []);
  });

  it('has eight under way at once, and gives up what is cancelled', async () => {
    let most = 0;
    let underWay = 0;
    const slow: Post = (_, { id, method }, signal) => {
      if (method === 'notifications/cancelled') return Promise.resolve('');
      most = Math.max(most, ++underWay);
      return new Promise(resolve => {
        signal.addEventListener('abort', () => resolve(`late ${id}`));
        setImmediate(() => setImmediate(() => (id === 0 ? undefined : resolve(`answer ${id}`))));
      }).then(text => {
        underWay--;
        return text as string;
      });
    };
    const asked = Array.from({ length: 20 }, (_, id) => line({ id, method: 'tools/call' }));
    const cancelled = line({ method: 'notifications/cancelled', params: { requestId: 0 } });
    const written = await relayed([...asked, cancelled], slow);
    equal(written.length, 19);
    equal(most, 8);
  });

  it('ends with its process', async () => {
    const ending = new AbortController();
    const hanging: Post = (_line, _message, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('left')));
        ending.abort();
      });
    deepEqual(await relayed([line({ id: 1, method: 'ping' })], hanging, ending.signal), []);
  });

  it('names revision, method and name of a message of 2026-07-28 in headers', () => {
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    deepEqual(headersOf({ id: 1, method: 'tools/call', params: { _meta, name: 'get_rca' } }), {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'get_rca',
    });
    const uri = 'tidemark://traces/ä';
    const { 'Mcp-Name': name } = headersOf({
      id: 1,
      method: 'resources/read',
      params: { _meta, uri },
    });
    equal(name, `=?base64?${Buffer.from(uri).toString('base64')}?=`);
    deepEqual(headersOf({ id: 1, method: 'initialize', params: {} }), {});
  });
});
