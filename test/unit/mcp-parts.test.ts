import { deepEqual, doesNotThrow, equal, throws } from 'node:assert/strict';
import { assertKnownSite } from '../../services/query-api/mcp/hosts.ts';
import { listedTools } from '../../services/query-api/mcp/prepared.ts';
import { shortSpan } from '../../services/query-api/mcp/short-span.ts';
import { tools } from '../../services/query-api/mcp/tools/all.ts';

const publicUrl = 'https://tidemark.example.org';

describe('sites of MCP clients', () => {
  for (const headers of [
    { host: 'localhost:4318' },
    { host: '127.0.0.1', origin: 'http://localhost:6274' },
    { host: '[::1]:4318' },
    { host: 'tidemark.example.org', origin: 'https://tidemark.example.org' },
  ]) {
    it(`knows ${JSON.stringify(headers)}`, () =>
      doesNotThrow(() => assertKnownSite(headers, publicUrl)));
  }
  for (const headers of [
    { host: 'evil.example' },
    { host: 'localhost.evil.example' },
    { host: 'localhost:4318', origin: 'https://evil.example' },
    { host: 'localhost:4318', origin: 'null' },
    { host: 'evil.example@localhost', origin: 'https://localhost@evil.example' },
    { host: 'localhost', origin: 'https://tidemark.example.org.evil.example' },
  ]) {
    it(`refuses ${JSON.stringify(headers)}`, () =>
      throws(() => assertKnownSite(headers, publicUrl), {
        status: 403,
        code: 'origin_not_allowed',
      }));
  }
});

describe('a span for models', () => {
  it('loses what it says twice and what is empty, and keeps every attribute', () => {
    const attributes = { flags: 0, id: '', 'app.list': [] };
    const span = {
      id: '1f',
      span_id: '1f',
      duration_ms: 0,
      flags: 0,
      dropped_events_count: 0,
      dropped_links_count: 2,
      status_message: '',
      attributes,
      otlp_attributes: [{ key: 'flags', value: { intValue: '0' } }],
      events: [{ name: 'exception', time_unix_nano: '1', attributes: {}, otlp_attributes: [] }],
      links: [],
    };
    deepEqual(shortSpan(span), {
      span_id: '1f',
      duration_ms: 0,
      dropped_links_count: 2,
      attributes,
      events: [{ name: 'exception' }],
    });
  });
});

/** Arguments of all tools that are instants. */
const instants = 10;

describe('tools of the MCP server', () => {
  it('have names of their own, and descriptions', () => {
    const names = tools.map(({ name }) => name);
    deepEqual([...new Set(names)], names);
    for (const { name, title, description } of tools)
      if (title === '' || description.length < 20) throw new Error(`expected ${name} described`);
  });

  it('name the format of instants, without its pattern', () => {
    const text = JSON.stringify(listedTools);
    equal(text.match(/"format":"date-time"/g)?.length, instants);
    equal(text.includes('"pattern"'), false);
  });

  it('are written once, and not for each message', async () => {
    const { answerMessage } = await import('../../services/query-api/mcp/protocol.ts');
    const list = () =>
      answerMessage(
        {
          headers: { 'mcp-protocol-version': '2025-11-25' },
          body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
          signal: new AbortController().signal,
        },
        async () => ({ text: '' }),
      );
    const first = await list();
    let written = 0;
    const restored = tools.map(({ input }) => {
      const { jsonSchema } = input['~standard'];
      const { input: write } = jsonSchema;
      const counted: typeof write = options => {
        written++;
        return write(options);
      };
      Object.assign(jsonSchema, { input: counted });
      return () => Object.assign(jsonSchema, { input: write });
    });
    try {
      deepEqual(await list(), first);
      equal(written, 0);
    } finally {
      for (const restore of restored) restore();
    }
  });
});
