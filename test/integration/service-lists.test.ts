import { deepEqual, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { topics } from '../../schemas/topics.ts';
import {
  openServiceLists,
  type ServiceList,
} from '../../services/query-api/services/model/service-lists.ts';
import { readServices } from '../../services/query-api/services/services.ts';
import { histogramOf } from '../../services/query-api/windows/window-rows.ts';
import { newId } from '../support/otel-send.ts';
import { body, type JsonSpan, nanosOf, span, traces } from '../support/otlp.ts';
import { openProcessing, spansRecord } from '../support/processing.ts';
import { until } from '../support/until.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

describe('lists of services', function () {
  this.timeout(120_000);
  let processing: Awaited<ReturnType<typeof openProcessing>>;
  let nowMs: number;

  before(async () => {
    processing = await openProcessing();
    await processing.start();
  });
  beforeEach(() => {
    nowMs = Date.now();
  });
  after(() => processing.close());

  const opened = () =>
    openServiceLists({
      topicLog: processing.topicLog,
      warehouse: processing.warehouse,
      clock: () => nowMs,
      log: {
        error: (error: unknown) => {
          throw error;
        },
      },
      stopping: new AbortController().signal,
      configuration: { retention: { spansMs: 30 * dayMs } },
    });

  const send = async (organization: string, service: string, spans: readonly JsonSpan[]) => {
    const bytes = body(traces(spans, service), 'protobuf');
    const fields = { receivedAtMs: Date.now(), spans: spans.length };
    await processing.topicLog.append(topics.spans, [spansRecord(organization, bytes, fields)]);
  };

  const ended = (endMs: number, fields: Partial<JsonSpan> = {}): JsonSpan =>
    span({
      traceId: newId(32),
      spanId: newId(16),
      startTimeUnixNano: nanosOf(endMs - 1 - (endMs % 900)),
      endTimeUnixNano: nanosOf(endMs),
      ...fields,
    });

  const expected = async (organization: OrganizationId, { range }: ServiceList) => {
    const { warehouse } = processing;
    const { signal } = new AbortController();
    const rows = await readServices({ organization, ...range }, { warehouse, signal });
    return rows.map(row => ({
      service: row.service,
      histogram: histogramOf(row),
      last: row.last,
    }));
  };

  it('equal those of the warehouse while spans come, windows leave and a reader starts anew', async () => {
    const [mine, other] = [randomUuid(), randomUuid()] as OrganizationId[];
    let lists = opened();
    for (let round = 0; round < 6; round++) {
      for (const organization of [mine, other] as OrganizationId[]) {
        const internal = { kind: 1, parentSpanId: newId(16) };
        await send(organization, `č ${round}`, [
          ended(Date.now() - round, internal),
          ended(Date.now() + 8 * minuteMs - round),
        ]);
        await send(organization, "o'clock", [
          ended(Date.now(), { status: { code: 2 } }),
          ended(Date.now() - dayMs + round * minuteMs),
          ended(Date.now() - dayMs + (round + 3) * minuteMs, internal),
        ]);
      }
      await processing.caughtUp();
      for (const organization of [mine, other] as OrganizationId[]) {
        const list = await until('a list', () => lists.read(organization));
        deepEqual(list.totals, await expected(organization, list));
        ok(list.totals.length > round / 3);
        ok(list.totals.every(({ service }) => lists.has(organization, service)));
      }
      nowMs += 2 * minuteMs;
      if (round === 3) lists = opened();
    }
  });

  it('are not kept for an organization whose services cannot be told from the sums', async () => {
    const organization = randomUuid() as OrganizationId;
    const lists = opened();
    await send(organization, 'cart', [ended(Date.now())]);
    await processing.caughtUp();
    await until('a list', () => lists.read(organization));
    await send(organization, '*', [ended(Date.now(), { name: '' })]);
    await processing.caughtUp();
    deepEqual(await lists.read(organization), undefined);
  });
});
