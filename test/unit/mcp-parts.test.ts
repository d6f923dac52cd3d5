import { deepEqual, doesNotThrow, throws } from 'node:assert/strict';
import { assertKnownSite } from '../../services/query-api/mcp/hosts.ts';
import { shortTrace } from '../../services/query-api/mcp/short-trace.ts';
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

describe('a trace for models', () => {
  it('loses what its spans say twice and what is empty, and keeps every attribute', () => {
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
    deepEqual(shortTrace({ trace: { id: 'aa' }, spans: [span] }), {
      trace: { id: 'aa' },
      spans: [
        {
          span_id: '1f',
          duration_ms: 0,
          dropped_links_count: 2,
          attributes,
          events: [{ name: 'exception' }],
        },
      ],
    });
  });
});

describe('tools of the MCP server', () => {
  it('have names of their own, and descriptions', () => {
    const names = tools.map(({ name }) => name);
    deepEqual([...new Set(names)], names);
    for (const { name, title, description } of tools)
      if (title === '' || description.length < 20) throw new Error(`expected ${name} described`);
  });
});
