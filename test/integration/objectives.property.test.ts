import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { openLog } from '../../platform/log.ts';
import { type ReadCounts, readCounted } from '../../projections/slos/counted.ts';
import { ruleBurns } from '../../projections/slos/rule-burns.ts';
import { burnPairNames } from '../../schemas/alerts/rule.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { organizationId } from '../../schemas/ids.ts';
import type { Objective } from '../../schemas/slos/objective.ts';
import { objectiveBody } from '../../schemas/slos/parts.ts';
import { hourStart } from '../../schemas/window.ts';
import { figuresOf } from '../../services/query-api/slos/figures.ts';
import { readObjective } from '../../services/query-api/slos/read-objective.ts';
import { readRows } from '../../services/query-api/windows/window-metrics.ts';
import {
  checkBurns,
  checkFigures,
  checkHistory,
  type Recorded,
} from '../support/checked-objectives.ts';
import { controlledClock } from '../support/controlled-clock.ts';
import { type Asked, naiveRange, type SentSpan } from '../support/naive-objectives.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { seed } from '../support/property.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { until } from '../support/until.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const services = ['checkout', 'shop/billing'];
const operations = ['GET /cart', "POST 'pay' {id}/{id}"];
const thresholdMs = 250.5;

/** Days ago of each round: the first ones are too old for what is kept by the minute. */
const roundsAgo = [58, 40, 16, 12, 8.99, 6, 2.5, 0.26, 0.04, 0.01];

const drawnSpan = fc.record({
  service: fc.constantFrom(...services),
  operation: fc.constantFrom(...operations),
  /** Before it was sent; with the edges of minutes and hours, and of all that may be late. */
  ago: fc.oneof(
    fc.nat(90 * 1_000),
    fc.nat(2 * hourMs),
    fc.nat(6.9 * dayMs),
    fc.constantFrom(0, -minuteMs, -9 * minuteMs, 6 * dayMs, hourMs, 5 * minuteMs, 6 * hourMs),
  ),
  onEdge: fc.constantFrom(0, 0, 0, 1, minuteMs, hourMs),
  durationNanos: fc.oneof(
    fc.nat(600_000_000),
    fc.constantFrom(-1, 0, 1).map(more => thresholdMs * 1e6 + more),
  ),
  isError: fc.constantFrom(true, false, false),
  kind: fc.constantFrom(1, 2, 2, 2, 3, 5),
  hasParent: fc.boolean(),
});

const round = fc.record({
  batches: fc.array(fc.array(drawnSpan, { minLength: 1, maxLength: 12 }), {
    minLength: 1,
    maxLength: 3,
  }),
  isRepeated: fc.boolean(),
});

const objectivesOf = (service: string): readonly object[] =>
  [
    { kind: 'availability', target: 99.9, window_days: 90 },
    { kind: 'availability', target: 50, window_days: 7, operation: operations[0] },
    { kind: 'availability', target: 70.5, window_days: 30, window_type: 'calendar' },
    { kind: 'availability', target: 66.66667, window_days: 90, window_type: 'calendar' },
    { kind: 'latency', threshold_ms: thresholdMs, target: 50, window_days: 7 },
    {
      kind: 'latency',
      threshold_ms: thresholdMs,
      target: 40,
      window_days: 7,
      window_type: 'calendar',
      operation: operations[1],
    },
    { kind: 'latency', threshold_ms: 0.000001, target: 1, window_days: 10 },
  ].map((fields, index) => ({ name: `${service} ${index}`, service, ...fields }));

type Figures = ResponseOf<'getObjective'>;
type History = ResponseOf<'objectiveHistory'>;
type Created = ResponseOf<'createObjective'>;

describe('figures of objectives', function () {
  this.timeout(600_000);
  const clock = controlledClock();
  const startedAtMs = Date.now();
  const sent: SentSpan[] = [];
  const recorded: Recorded[] = [];
  let objectives: readonly Created[];
  let server: ObservedServer;
  let ada: Reader;

  /** A jump of the clock looks like a long silence of the event store, during which no key is believed. */
  async function read<Body extends object>(path: string): Promise<Body> {
    const { status, body } = await until('keys to be believed again', async () => {
      const found = await server.get<Body>(path, ada.key);
      return found.status === 503 || found.status === 401 ? undefined : found;
    });
    equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  }

  const create = async (body: object): Promise<Created> => {
    const response = await fetch(`${server.url}/v1/slos`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': ada.key },
      body: JSON.stringify(body),
    });
    equal(response.status, 201);
    return (await response.json()) as Created;
  };

  async function sendRound(nowMs: number, { batches, isRepeated }: Drawn): Promise<void> {
    clock.holdAt(nowMs);
    await read('/v1/slos');
    for (const batch of batches)
      for (const service of services)
        await sendBatch(
          batch.filter(span => span.service === service),
          { service, nowMs, isRepeated },
        );
    await server.caughtUp();
  }

  async function sendBatch(
    own: readonly DrawnSpan[],
    { service, nowMs, isRepeated }: { service: string; nowMs: number; isRepeated: boolean },
  ): Promise<void> {
    if (own.length === 0) return;
    const spans = own.map(span => sentOf(span, nowMs));
    const bodies = own.map((span, index) => jsonOf(span, spans[index] as SentSpan));
    await ada.sendSpans(bodies, { service });
    if (isRepeated) await ada.sendSpans(bodies, { service });
    sent.push(...spans);
  }

  /** Minutes are kept for thirty days of the engine's own time, as spans are. */
  const isKept = (asked: Asked, atMs: number): boolean =>
    asked.kind === 'availability'
      ? atMs > startedAtMs - 20 * dayMs
      : naiveRange(asked, atMs).from > startedAtMs - 29 * dayMs;

  async function record(atMs: number): Promise<void> {
    clock.holdAt(atMs);
    for (const asked of objectives.filter(each => isKept(each, atMs))) {
      const path = `/v1/slos/${asked.id}`;
      const figures = await read<Figures>(path);
      const history = await read<History>(`${path}/history`);
      recorded.push({ asked, atMs, figures, history, sent: sent.slice() });
    }
  }

  before(async () => {
    server = await startObservedServer({
      clock: clock.now,
      log: openLog({ level: 'silent', pretty: false }),
    });
    clock.holdAt(startedAtMs - 61 * dayMs);
    ada = await readerOf(server, 'ada');
    const created = [];
    for (const body of services.flatMap(objectivesOf)) created.push(await create(body));
    objectives = created;
    const rounds = fc.sample(round, { seed, numRuns: roundsAgo.length });
    for (const [index, ago] of roundsAgo.entries()) {
      const atMs = Math.floor(startedAtMs - ago * dayMs);
      await sendRound(atMs, rounds[index] as Drawn);
      await record(Math.ceil((atMs + 1) / minuteMs) * minuteMs);
    }
    ok(recorded.length > 50);
  });

  after(() => server?.close());

  it('equal a count of the spans, also of late and of repeated ones', () => {
    for (const each of recorded) {
      checkFigures(each);
      checkHistory(each);
    }
    ok(recorded.some(({ asked, figures }) => asked.kind === 'latency' && figures.total > 0));
  });

  it('are the same as of an instant, though more came since', async () => {
    for (const { asked, atMs, figures } of recorded) {
      const { is_whole: _, ...found } = await asOf(asked, atMs);
      const { is_whole: __, ...then } = figuresIn(figures);
      deepEqual(found, then, `${asked.id} as of ${new Date(atMs).toISOString()}`);
    }
  });

  it('are the same from spans and from windows', async () => {
    for (const { asked, atMs } of recorded.filter(each => each.asked.kind === 'availability')) {
      const toSeconds = atMs / 1_000;
      const question = {
        organization: organizationOf(await read('/v1/organization')),
        objective: objectiveOf(asked),
        fromSeconds: hourStart(toSeconds) - (8 * dayMs) / 1_000,
        toSeconds,
        minutesFromSeconds: hourStart(toSeconds) - (6 * hourMs) / 1_000,
        knownBeforeSeconds: toSeconds,
      };
      const counted = (isOfSpans: boolean) => readCounted({ ...question, isOfSpans }, readNow);
      deepEqual(await counted(true), await counted(false), asked.name);
    }
  });

  it('burn for alert rules as a count of the spans says', async () => {
    const organization = organizationOf(await read('/v1/organization'));
    for (const { asked, atMs, figures } of recorded)
      for (const pair of burnPairNames) {
        const lastSeconds = Date.parse(figures.to) / 1_000;
        const range = { firstSeconds: lastSeconds - 600, lastSeconds };
        const of = { organizationId: organization, objective: objectiveOf(asked), pair };
        const burns = await ruleBurns({ ...of, ...range }, readNow);
        for (const toSeconds of [lastSeconds - 600, lastSeconds - 60, lastSeconds])
          checkBurns({ asked, pair, toSeconds, atMs }, burns(toSeconds), sent);
      }
  });

  const readNow: ReadCounts = statement => {
    const { signal } = new AbortController();
    return readRows(statement, { warehouse: server.platform.warehouse, signal });
  };

  /** The event store has the time of the machine, at which no objective was there yet in these days. */
  async function asOf(asked: Created, atMs: number) {
    const objective = objectiveOf(asked);
    const organizationId = organizationOf(await read('/v1/organization'));
    const { warehouse } = server.platform;
    const measured = await readObjective({ objective, organizationId }, atMs, {
      warehouse,
      clock: clock.now,
      retention,
      signal: new AbortController().signal,
    });
    return figuresOf(objective, measured);
  }
});

const retention = { spansMs: 30 * dayMs, hoursMs: 396 * dayMs };

const organizationOf = ({ id }: { readonly id: string }) => organizationId(id);

/** What a request for figures adds to the objective. */
const figuresIn = ({ success: _, ...figures }: Figures) =>
  Object.fromEntries(
    Object.entries(figures).filter(([name]) => !(name in objectiveBodyNames)),
  ) as ReturnType<typeof figuresOf>;

const objectiveBodyNames = objectiveBody.shape;

const objectiveOf = (asked: Created): Objective => ({
  name: asked.name,
  kind: asked.kind,
  ...(asked.threshold_ms !== null && { thresholdMs: asked.threshold_ms }),
  service: asked.service,
  ...(asked.operation !== null && { operation: asked.operation }),
  target: asked.target,
  windowDays: asked.window_days,
  window: asked.window_type,
});

type Drawn = typeof round extends fc.Arbitrary<infer Value> ? Value : never;
type DrawnSpan = Drawn['batches'][number][number];

function sentOf({ ago, onEdge, ...span }: DrawnSpan, nowMs: number): SentSpan {
  const endMs = nowMs - ago;
  const edge = onEdge === 0 ? 1 : onEdge;
  return {
    service: span.service,
    operation: span.operation,
    endNanos: BigInt(Math.floor(endMs / edge) * edge) * 1_000_000n,
    durationNanos: span.durationNanos,
    isError: span.isError,
    isEntry: span.kind === 2 || span.kind === 5 || !span.hasParent,
  };
}

const jsonOf = ({ kind, hasParent }: DrawnSpan, span: SentSpan) =>
  freshSpan({
    // Numbers and ids in names do not make operations of their own.
    name: span.operation.replace('{id}', newId(16)).replace('{id}', '17'),
    kind,
    ...(hasParent && { parentSpanId: newId(16) }),
    startTimeUnixNano: String(span.endNanos - BigInt(span.durationNanos)),
    endTimeUnixNano: String(span.endNanos),
    status: { code: span.isError ? 2 : 0 },
  });
