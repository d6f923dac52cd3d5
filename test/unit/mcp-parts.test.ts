import { deepEqual, doesNotThrow, equal, match, throws } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { mcpLimits } from '../../services/query-api/mcp/config.ts';
import { assertKnownSite } from '../../services/query-api/mcp/hosts.ts';
import { nearServices } from '../../services/query-api/mcp/near-services.ts';
import { listedTools } from '../../services/query-api/mcp/prepared.ts';
import { shortSpan } from '../../services/query-api/mcp/short-span.ts';
import { tools } from '../../services/query-api/mcp/tools/all.ts';
import { routeOf } from '../../services/query-api/route-call.ts';

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

describe('tools of the MCP server', () => {
  it('have names of their own, and descriptions that no client cuts off', () => {
    const names = tools.map(({ name }) => name);
    deepEqual([...new Set(names)], names);
    for (const { name, title, description } of tools) {
      const bytes = Buffer.byteLength(description);
      if (title === '' || bytes < 20 || bytes > mcpLimits.descriptionBytesMax)
        throw new Error(`expected ${name} described, found ${bytes} bytes`);
    }
  });

  it('take the past, an investigation and a cursor where there is one', () => {
    for (const tool of tools) {
      if (tool.kind !== 'read') continue;
      const names = Object.keys(tool.input.shape);
      equal(names.includes('investigation'), true, tool.name);
      equal(names.includes('as_of'), tool.isOfNow !== true, tool.name);
      equal(names.includes('cursor'), tool.list !== undefined, tool.name);
      equal(names.includes('limit'), tool.list !== undefined, tool.name);
      match(tool.isOfNow ? tool.description : 'only now', /only now/u);
    }
  });

  it('make tables of fields that rows have', () => {
    for (const tool of tools) {
      if (tool.kind !== 'read' || tool.list === undefined) continue;
      const { field, columns = [], without = [], total } = tool.list;
      const { shape } = routeOf(tool.route).response as z.ZodObject;
      const rows = shape[field] as z.ZodArray<z.ZodObject>;
      const known = Object.keys(rows.element.shape);
      for (const name of [...columns, ...without])
        equal(known.includes(name), true, `${tool.name}: ${name}`);
      if (total !== undefined) equal(total in shape, true, tool.name);
      equal(tool.list.goesOn === 'cursor', 'next_cursor' in shape, tool.name);
    }
  });

  it('are in the documents, with their arguments', async () => {
    const lines = (await readFile('docs/api.md', 'utf8')).split('\n');
    const everywhere = new Set(['as_of', 'investigation', 'cursor', 'idempotency_key']);
    for (const { name, input } of tools) {
      const own = Object.keys(input.shape).filter(each => !everywhere.has(each));
      const line = lines.find(each => each.startsWith(`| \`${name}\` |`)) ?? '';
      const named = [...(line.split('|')[3] ?? '').matchAll(/`(\w+)`/gu)].map(([, each]) => each);
      deepEqual(named, own, name);
    }
  });

  it('name each other', () => {
    const names = new Set(tools.map(({ name }) => name));
    for (const { name, description, ...tool } of tools) {
      const idsFrom = 'idsFrom' in tool ? [tool.idsFrom] : [];
      const said = description.match(/\b(?:list|get|search|start)_\w+/gu) ?? [];
      for (const other of [...idsFrom, ...said])
        equal(names.has(String(other)), true, `${name}: ${other}`);
    }
  });

  it('name the format of instants and ids, without its pattern', () => {
    const text = JSON.stringify(listedTools.map(({ inputSchema }) => inputSchema));
    match(text, /"format":"date-time"/u);
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
          key: { kind: 'live' },
        },
        async () => ({ text: '', isError: true }),
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

describe('services for a name that is not known', () => {
  const services = ['checkout', 'checkout-worker', 'payments', 'cart'];

  it('are the nearest ones first', () => {
    equal(nearServices('chekout', services), 'Use `checkout`.');
    equal(nearServices('Payments-Service', services), 'Use `payments`.');
    equal(nearServices('checkout-w', services), 'Use `checkout` or `checkout-worker`.');
  });

  it('are those that there are where none is near, the first of many', () => {
    equal(
      nearServices('zzz', services),
      'Known are `checkout`, `checkout-worker`, `payments`, `cart`.',
    );
    const many = Array.from({ length: 2_000 }, (_, index) => `service-${index}-${'x'.repeat(180)}`);
    match(nearServices('zzz', many), /`service-9-x+`; list_services gives all of them\.$/u);
    equal(nearServices('zzz', []), 'No service sent spans in that day.');
  });
});
