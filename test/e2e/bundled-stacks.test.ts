import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { SourceMapConsumer } from 'source-map';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { keyOwner } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import {
  bundledFunctions,
  bundleUrl,
  type FailedBundle,
  failedBundles,
  stacksOfBrowsers,
} from '../support/bundles.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { nanosOf, text } from '../support/otlp.ts';
import { sourceMapForm, uploadSourceMap } from '../support/source-maps.ts';

type Event = ResponseOf<'getTrace'>['spans'][number]['events'][number];

/** As the package `source-map` maps the places of a stack. */
const expectedOf = ({ stack, map }: Pick<FailedBundle, 'stack' | 'map'>) =>
  SourceMapConsumer.with(map, null, consumer =>
    [...stack.matchAll(/https:[^\s()]*?:(\d+):(\d+)\)?$/gmu)].map(([, line, column]) => {
      const found = consumer.originalPositionFor({
        line: Number(line),
        column: Number(column) - 1,
      });
      return { file: found.source, line: found.line, column: (found.column ?? -1) + 1 };
    }),
  );

onBothEngines('stacks of bundles', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: Awaited<ReturnType<typeof keyOwner>>;
  let bundles: readonly FailedBundle[];

  before(async function () {
    tidemark = await start(this);
    ada = await keyOwner(tidemark);
    bundles = await failedBundles();
  });
  after(() => tidemark?.close());

  const upload = (debugId: string | undefined, parts: Parameters<typeof sourceMapForm>[1]) =>
    uploadSourceMap(tidemark.url, ada.first, sourceMapForm(debugId, parts));

  const report = async (stack: string, by: { debugId?: string; release?: string }) => {
    const traceId = newId(32);
    const exception = {
      name: 'exception',
      timeUnixNano: nanosOf(Date.now() - 1_001),
      attributes: [text('exception.type', 'TypeError'), text('exception.stacktrace', stack)],
    };
    const span = freshSpan({
      traceId,
      status: { code: 2 },
      attributes: by.debugId === undefined ? [] : [text('tracekit.debug_id', by.debugId)],
      events: [exception],
    });
    const attributes = [
      text('service.name', 'shop'),
      ...(by.release === undefined ? [] : [text('service.version', by.release)]),
    ];
    const body = { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: [span] }] }] };
    equal((await ada.ask('POST', '/v1/traces', { body })).status, 200);
    return traceId;
  };

  const eventOf = async (traceId: string): Promise<Event> => {
    const { status, body } = await ada.ask<ResponseOf<'getTrace'>>('GET', `/v1/traces/${traceId}`);
    equal(status, 200, JSON.stringify(body));
    const [event] = body.spans[0]?.events ?? [];
    ok(event);
    return event;
  };

  type Sent = {
    readonly bundle: FailedBundle;
    readonly browser: string;
    readonly debugId: string;
    readonly trace: string;
  };

  /** A stack of a bundle as each browser writes it. */
  const reportAll = async (bundle: FailedBundle, debugId: string): Promise<readonly Sent[]> => {
    const sent: Sent[] = [];
    for (const [browser, stack] of Object.entries(stacksOfBrowsers(bundle.stack)))
      sent.push({ bundle, browser, debugId, trace: await report(stack, { debugId }) });
    return sent;
  };

  const expectMapped = async ({ bundle, browser, trace }: Sent) => {
    const what = `${bundle.bundler} in ${browser}`;
    const { symbolicated, unmapped } = await eventOf(trace);
    equal(unmapped, undefined, what);
    const frames = (symbolicated?.frames ?? []).filter(({ raw }) => raw.includes(bundleUrl));
    ok(frames.length > 100, `${what}: ${frames.length} frames`);
    const found = frames.map(({ file, line, column }) => ({ file, line, column }));
    deepEqual(found, (await expectedOf(bundle)).slice(0, frames.length), what);
    ok(
      frames.every(frame => frame.unmapped === null && frame.source_map_id !== null),
      what,
    );
    match(frames[0]?.file ?? '', /src\/steps-10\.js$/u);
    const places = new Set(found.map(({ file, line }) => `${file}:${line}`));
    ok(places.size > bundledFunctions / 2, `${places.size}`);
  };

  it('of esbuild, vite and webpack are mapped as by the package source-map, in every browser, when the map comes before or after the error', async () => {
    const [early, late]: [Sent[], Sent[]] = [[], []];
    for (const bundle of bundles) {
      const debugId = randomUuid();
      equal((await upload(debugId, { map: bundle.map, filename: 'app.js.map' })).status, 201);
      early.push(...(await reportAll(bundle, debugId)));
      late.push(...(await reportAll(bundle, randomUuid())));
    }
    await tidemark.caughtUp();
    for (const { trace } of late) {
      const { symbolicated, unmapped } = await eventOf(trace);
      deepEqual([symbolicated, unmapped?.reason], [undefined, 'unknown_debug_id']);
    }
    for (const { bundle, debugId } of late) {
      const answer = await upload(debugId, { map: bundle.map, filename: 'app.js.map' });
      ok(answer.status < 300, answer.text);
    }
    for (const sent of [...early, ...late]) await expectMapped(sent);
  });

  it('without a map say why', async () => {
    const [bundle] = bundles;
    ok(bundle);
    const { stack, map } = bundle;
    const parts = { map, filename: 'app.js.map' };
    const own = randomUuid();
    const twice = `twice-${randomUuid()}`;
    equal((await upload(own, parts)).status, 201);
    for (const debugId of [randomUuid(), randomUuid()])
      equal((await upload(debugId, { ...parts, release: twice })).status, 201);
    const far = stack.replaceAll(/app\.js:\d+:/gu, 'app.js:99999:');
    const unknown = randomUuid();
    const cases = [
      [stack, {}, 'no_debug_id_or_release', /it has neither/],
      [stack, { debugId: unknown }, 'unknown_debug_id', new RegExp(`debug id ${unknown}$`, 'u')],
      [
        stack,
        { debugId: 'nonsense', release: 'none' },
        'unknown_debug_id',
        /nonsense; no source map of release none/,
      ],
      [
        stack,
        { release: 'none' },
        'no_map_of_release',
        /release none has the file name app\.js\.map/,
      ],
      [stack, { release: twice }, 'several_maps_of_release', /send the debug id of the code/],
      [far, { debugId: own }, 'outside_of_map', /app\.js\.map says nothing of line 99999/],
    ] as const;
    const traces = [];
    for (const [sent, by] of cases) traces.push(await report(sent, by));
    const other = await report('Traceback (most recent call last):\n  File "a.py", line 3', {});
    await tidemark.caughtUp();
    for (const [index, [, , reason, message]] of cases.entries()) {
      const { symbolicated, unmapped } = await eventOf(traces[index] ?? '');
      deepEqual([symbolicated, unmapped?.reason], [undefined, reason]);
      match(unmapped?.message ?? '', message);
    }
    deepEqual(
      [(await eventOf(other)).unmapped, (await eventOf(other)).symbolicated],
      [undefined, undefined],
    );
    const { body } = await ada.ask<ResponseOf<'listErrors'>>('GET', '/v1/errors?service=shop');
    const groups = [];
    for (const { id } of body.errors)
      groups.push((await ada.ask<ResponseOf<'getError'>>('GET', `/v1/errors/${id}`)).body);
    ok(
      groups.some(
        ({ stack: sent, symbolicated, unmapped }) =>
          sent !== null && symbolicated === null && unmapped !== null,
      ),
    );
    ok(groups.every(({ symbolicated, unmapped }) => symbolicated === null || unmapped === null));
  });

  it('are mapped by the debug id that a map says itself, in both spellings', async () => {
    const [bundle] = bundles;
    ok(bundle);
    for (const name of ['debugId', 'debug_id']) {
      const debugId = randomUuid();
      const map = { ...(JSON.parse(bundle.map) as object), [name]: debugId };
      const answer = await upload(undefined, { map, filename: 'app.js.map' });
      deepEqual([answer.status, answer.body.debug_id], [201, debugId], answer.text);
      const trace = await report(bundle.stack, { debugId });
      await tidemark.caughtUp();
      equal((await eventOf(trace)).symbolicated?.frames[0]?.source_map_id, answer.body.id);
    }
  });
});
