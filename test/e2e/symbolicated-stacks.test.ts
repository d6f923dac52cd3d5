import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { keyOwner } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { bundledError } from '../support/browser-error.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { nanosOf, text } from '../support/otlp.ts';
import { sourceMapForm, uploadSourceMap } from '../support/source-maps.ts';

type Event = ResponseOf<'getTrace'>['spans'][number]['events'][number];

onBothEngines('stack traces of browsers', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: Awaited<ReturnType<typeof keyOwner>>;
  let eve: Awaited<ReturnType<typeof keyOwner>>;
  let error: Awaited<ReturnType<typeof bundledError>>;

  before(async function () {
    tidemark = await start(this);
    ada = await keyOwner(tidemark);
    eve = await keyOwner(tidemark);
    error = await bundledError();
  });
  after(() => tidemark?.close());

  const upload = async (debugId: string, parts: Parameters<typeof sourceMapForm>[1], of = ada) => {
    const answer = await uploadSourceMap(tidemark.url, of.first, sourceMapForm(debugId, parts));
    equal(answer.status, 201, answer.text);
    return String(answer.body.id);
  };

  /** As the browser SDK reports it: one span with one event. */
  const report = async (
    stack: string,
    { debugId, release, of = ada }: { debugId?: string; release?: string; of?: typeof ada },
  ): Promise<string> => {
    const traceId = newId(32);
    const exception = {
      name: 'exception',
      timeUnixNano: nanosOf(Date.now() - 1_001),
      attributes: [text('exception.type', 'TypeError'), text('exception.stacktrace', stack)],
    };
    const span = freshSpan({
      traceId,
      name: 'Exception: TypeError',
      attributes: debugId === undefined ? [] : [text('tracekit.debug_id', debugId)],
      events: [{ ...exception, name: 'click', attributes: [] }, exception],
    });
    const resource = {
      attributes: [
        text('service.name', 'shop'),
        ...(release === undefined ? [] : [text('service.version', release)]),
      ],
    };
    const body = { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] };
    equal((await of.ask('POST', '/v1/traces', { body })).status, 200);
    return traceId;
  };

  const eventOf = async (traceId: string, of = ada): Promise<Event> => {
    const { status, body } = await of.ask<ResponseOf<'getTrace'>>('GET', `/v1/traces/${traceId}`);
    equal(status, 200, JSON.stringify(body));
    const [click, exception] = body.spans[0]?.events ?? [];
    equal(click?.symbolicated, undefined);
    ok(exception);
    return exception;
  };

  it('show files, lines and functions of the sources, by debug id and by release', async () => {
    const debugId = randomUuid();
    const release = `shop@${randomUuid()}`;
    const map = { map: error.map, filename: 'app.js.map' };
    const mapId = await upload(debugId, map);
    const otherId = await upload(randomUuid(), { ...map, release });
    match(error.stack, /app\.js\?v=7:\d+:\d+/);
    const traces = [
      await report(error.stack, { debugId: debugId.toUpperCase() }),
      await report(error.stack, { release }),
    ];
    await tidemark.caughtUp();
    for (const [index, id] of traces.entries()) {
      const { attributes, symbolicated } = await eventOf(id);
      equal(attributes['exception.stacktrace'], error.stack);
      ok(symbolicated);
      const [thrown, caller] = symbolicated.frames;
      deepEqual(
        [thrown, caller].map(frame => [frame?.function, frame?.file, frame?.line]),
        [
          ['discountedPrice', 'src/cart.ts', 4],
          ['showTotal', 'src/main.ts', 2],
        ],
      );
      equal(thrown?.source_map_id, index === 0 ? mapId : otherId);
      ok(error.stack.includes(thrown?.raw ?? '-'));
      match(
        symbolicated.stacktrace,
        /^TypeError: the cart is empty\n {4}at discountedPrice \(src\/cart\.ts:4:\d+\)\n/,
      );
      const own = symbolicated.frames.filter(({ source_map_id: of }) => of === null);
      ok(own.every(({ raw, file }) => raw.includes(file)));
    }
  });

  it('stay as they are without a map, with an ambiguous one and with that of another organization', async () => {
    const debugId = randomUuid();
    const release = `twice-${randomUuid()}`;
    const map = { map: error.map, filename: 'app.js.map' };
    await upload(debugId, map, eve);
    for (const id of [randomUuid(), randomUuid()]) await upload(id, { ...map, release });
    const traces = [
      await report(error.stack, {}),
      await report(error.stack, { debugId }),
      await report(error.stack, { debugId: 'nonsense', release: 'nobody' }),
      await report(error.stack, { release }),
    ];
    await tidemark.caughtUp();
    for (const id of traces) {
      const { symbolicated, unmapped } = await eventOf(id);
      equal(symbolicated, undefined);
      ok(unmapped);
    }
  });

  it('stay as they are when a map is hostile, and the next one is read', async () => {
    const { mappings, ...rest } = JSON.parse(error.map) as { mappings: string };
    const nested = (depth: number): string =>
      depth === 0
        ? '{"version":3,"sources":["a"],"names":[],"mappings":"AAAA"}'
        : `{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":${nested(depth - 1)}}]}`;
    const far = { version: 3, sources: ['a'], names: [], mappings: 'AAAA' };
    const hostile = [
      { ...rest, mappings: 'AAAA;!!!!;~~~~' },
      { ...rest, mappings: 'AAAA,gggggggggggggggggggggggggB' },
      { ...rest, mappings: 'AAAA', sources: ['a', null, 7, {}], names: [{}] },
      { version: 3, sections: [{}, { offset: { line: 1e9, column: 0 }, map: far }] },
      nested(2),
      `{"version":3,"__proto__":{"mappings":"AAAA","sources":["evil"]},"constructor":{"prototype":1},"sources":["a"],"names":[],"mappings":";;;AAAA"}`,
      { version: 3, sources: ['a'], names: [], mappings: `AAAA,${'A'.repeat(4_000_000)}` },
    ];
    const useless = [
      [{ ...rest, mappings: '!!!!;~~~~' }, /cannot be read: expected mappings in base 64 VLQ/],
      [{ ...rest, mappings: 'gggggggggggggggggggggggggB' }, /cannot be read/],
      [{ ...rest, mappings: '' }, /is empty: it maps no position/],
      [{ ...rest, mappings, sources: [null, 7, {}] }, /names no file/],
      [{ ...rest, mappings, sources: [], names: [] }, /names no file/],
      [{ version: 3, sections: [{}] }, /none with an offset and a map/],
      [nested(20), /at most 2 levels of `sections`/],
      [nested(2_000), /expected at most 64 levels/],
    ] as const;
    for (const [map, message] of useless) {
      const form = sourceMapForm(randomUuid(), { map, filename: 'app.js.map' });
      const answer = await uploadSourceMap(tidemark.url, ada.first, form);
      equal(answer.status, 400, answer.text);
      match(String(answer.body.error), message);
    }
    const debugIds = hostile.map(() => randomUuid());
    for (const [index, map] of hostile.entries())
      await upload(String(debugIds[index]), { map, filename: 'app.js.map' });
    const good = randomUuid();
    await upload(good, { map: error.map, filename: 'app.js.map' });
    const traces = [];
    for (const debugId of debugIds) traces.push(await report(error.stack, { debugId }));
    const last = await report(error.stack, { debugId: good });
    await tidemark.caughtUp();
    for (const [index, id] of traces.entries()) {
      const { symbolicated } = await eventOf(id);
      const files =
        symbolicated?.frames.flatMap(({ file, source_map_id: of }) => (of === null ? [] : file)) ??
        [];
      ok(
        files.every(file => typeof file === 'string' && file !== 'evil'),
        `map ${index}: ${files}`,
      );
    }
    equal((await eventOf(last)).symbolicated?.frames[0]?.function, 'discountedPrice');
  });

  it('stay as they are once the map is deleted', async () => {
    const debugId = randomUuid();
    await upload(debugId, { map: error.map, filename: 'other-name.js.map' });
    const id = await report(error.stack, { debugId });
    await tidemark.caughtUp();
    equal((await eventOf(id)).symbolicated?.frames[0]?.line, 4);
    await ada.ask('DELETE', `/api/sourcemaps?debug_id=${debugId}`);
    equal((await eventOf(id)).symbolicated, undefined);
  });
});
