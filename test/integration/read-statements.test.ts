import { deepEqual, equal } from 'node:assert/strict';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { nanosOf } from '../support/otlp.ts';
import { type Reader, readerOf } from '../support/reader.ts';

/** How many statements each read of a page may make, however many services, operations and errors there are. */
const statementsMax = {
  '/v1/services?step=60': 5,
  '/v1/services/service-0/heatmap': 1,
  '/v1/services/service-0/timeseries': 1,
  '/v1/services/service-0/detail': 4,
  '/v1/services/service-0/errors': 1,
  '/v1/deployments': 1,
  '/v1/service-map': 4,
  '/v1/errors': 5,
  '/v1/attributes?prefix=http': 2,
  '/v1/traces?limit=200': 3,
  '/v1/traces/histogram': 3,
  '/v1/llm-calls': 2,
  '/v1/metrics': 2,
} as const;

type Path = keyof typeof statementsMax;

describe('reads of telemetry', function () {
  this.timeout(120_000);
  let server: ObservedServer;
  let ada: Reader;
  let organization: string;
  const asked: string[] = [];

  before(async () => {
    server = await startObservedServer({
      decoratePorts: platform => ({
        ...platform,
        warehouse: {
          ...platform.warehouse,
          insertColumns: (...given) => platform.warehouse.insertColumns(...given),
          query: (sql, parameters, options) => {
            // What the process reads for itself goes on beside it.
            const reader = options?.reader;
            if (typeof reader === 'object' && reader.organization === organization) asked.push(sql);
            return platform.warehouse.query(sql, parameters, options);
          },
        },
      }),
    });
    ada = await readerOf(server, 'ada', 'service-0');
    const { body } = await server.get<{ organization: { id: string } }>('/v1/me', ada.key);
    organization = body.organization.id;
  });
  after(() => server?.close());

  /** Requests and errors of so many services, each in an operation and of an error of its own. */
  const send = async (services: number): Promise<void> => {
    for (let number = 0; number < services; number++) {
      const traceId = newId(32);
      const times = {
        startTimeUnixNano: nanosOf(Date.now() - 20),
        endTimeUnixNano: nanosOf(Date.now() - 10),
      };
      const failed = { status: { code: 2, message: `failed in service ${newId(16)}x` } };
      const span = freshSpan({ traceId, name: `GET /${number}`, ...times, ...failed });
      await ada.sendSpans([span], { service: `service-${number}` });
    }
    await server.caughtUp();
  };

  const statementsOf = async (path: Path): Promise<number> => {
    asked.length = 0;
    const { status, body } = await server.get(path, ada.key);
    equal(status, 200, `${path} ${JSON.stringify(body)}`);
    return asked.length;
  };

  const counted = async (): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const path of Object.keys(statementsMax) as Path[])
      counts[path] = await statementsOf(path);
    return counts;
  };

  it('make as many statements for forty services as for two, and no more than are named', async () => {
    await send(2);
    const few = await counted();
    await send(40);
    const many = await counted();
    deepEqual(many, few);
    deepEqual(
      Object.entries(few).filter(([path, count]) => count > statementsMax[path as Path]),
      [],
    );
  });
});
