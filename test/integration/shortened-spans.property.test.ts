import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { uuidBytes } from '../../platform/columns/uuid.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { TraceSpan } from '../../schemas/traces/routes.ts';
import { limits } from '../../services/query-api/config.ts';
import {
  noResource,
  type SpanRow,
  spanColumns,
} from '../../services/query-api/traces/span-rows.ts';
import {
  type BrokenOff,
  bareSpan,
  mended,
  shortenedSpan,
} from '../../services/query-api/traces/span-shortened.ts';
import { spanOf } from '../../services/query-api/traces/spans.ts';
import type { ReadSpan } from '../../services/query-api/traces/trace-spans.ts';
import { body, type JsonKeyValue, type JsonSpan, span, traces } from '../support/otlp.ts';
import { decoded, recordContext } from '../support/otlp-rows.ts';
import { holds, partOf, seed } from '../support/property.ts';
import { testWarehouse } from '../support/warehouse.ts';

type Attributes = TraceSpan['otlp_attributes'];

const runs = partOf(60, 3);
const bytesMax = 4_096;

const texts = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 300, maxLength: 2_000 }) },
  { weight: 1, arbitrary: fc.nat(3_000).map(length => 'é"\u0001'.repeat(length)) },
);
const values = fc.oneof(
  texts.map(stringValue => ({ stringValue })),
  fc.array(texts, { maxLength: 3 }).map(list => ({
    arrayValue: { values: list.map(stringValue => ({ stringValue })) },
  })),
  fc.integer().map(value => ({ intValue: String(value) })),
);
const pairs: fc.Arbitrary<JsonKeyValue[]> = fc.array(fc.record({ key: texts, value: values }), {
  maxLength: 30,
});
const drawn: fc.Arbitrary<Partial<JsonSpan>> = fc.record({
  attributes: pairs,
  events: fc.array(fc.record({ name: texts, attributes: pairs }), { maxLength: 20 }),
  links: fc.array(fc.record({ traceState: texts, attributes: pairs }), { maxLength: 5 }),
  status: fc.record({ code: fc.constant(2), message: texts }),
  traceState: texts,
});

describe('a span that is shortened by the warehouse', function () {
  this.timeout(120_000);
  let warehouse: Warehouse;

  before(async () => {
    warehouse = await testWarehouse();
  });

  it('has no more bytes than it may, and says how much of the span it is', async () => {
    await holds(
      fc.asyncProperty(drawn, async fields => {
        const { whole, short } = await readBoth(fields);
        ok(bytesOf(short) < 1.2 * bytesMax, `${bytesOf(short)} bytes`);
        const [all, some] = [spanOf(whole, noResource), spanOf(short, noResource)];
        equal(short.lost_events, all.events.length - some.events.length);
        equal(short.lost_links, all.links.length - some.links.length);
        expectBeginnings(some.otlp_attributes, all.otlp_attributes);
        for (const list of ['events', 'links'] as const) {
          for (const [index, { otlp_attributes: found }] of some[list].entries()) {
            expectBeginnings(found, all[list][index]?.otlp_attributes ?? []);
          }
        }
        const isShort = bytesOf(whole) < bytesMax / 32;
        // The least share is that of the text of a link: a sixteenth of those of links.
        if (isShort && whole.link_states.every(text => Buffer.byteLength(text) <= bytesMax / 256))
          deepEqual([some, short.lost_values], [all, 0]);
      }),
      runs,
    );
  });

  it('can be read without all that may be long', async () => {
    const [one] = fc.sample(drawn, { seed, numRuns: 1 });
    const { organization, whole } = await readBoth({ ...one, name: '店'.repeat(2_000) });
    const [bare] = await warehouse.query<Required<ReadSpan>>(
      `SELECT ${bareSpan.columns} FROM spans PREWHERE organization = {organization:UUID}`,
      { organization },
    );
    if (bare === undefined) throw new Error('expected the span');
    const { attributes, events, links, ...rest } = spanOf(bare, noResource);
    deepEqual([attributes, events, links], [{}, [], []]);
    equal(rest.operation_name, `${'店'.repeat(limits.traceTextCharactersShown)}…`);
    equal(rest.start_time_unix_nano, spanOf(whole, noResource).start_time_unix_nano);
    deepEqual(
      [bare.lost_values, bare.lost_events, bare.lost_links],
      [whole.keys.length, whole.event_times.length, whole.link_flags.length],
    );
  });

  async function readBoth(fields: Partial<JsonSpan>) {
    const organization = randomUUID();
    const nowMs = Date.now();
    const nanos = String(BigInt(nowMs) * 1_000_000n);
    const sent = span({ ...fields, startTimeUnixNano: nanos, endTimeUnixNano: nanos });
    const batch = decoded(body(traces([sent]), 'protobuf'), 'protobuf', {
      ...recordContext,
      receivedAtMs: nowMs,
      organization: uuidBytes(organization),
    });
    const columns = batch.columns({ knownSeconds: Math.floor(nowMs / 1000) });
    await warehouse.insertColumns('spans', 1, columns);
    const { aliases, columns: shortened } = shortenedSpan(bytesMax);
    const from = 'FROM spans PREWHERE organization = {organization:UUID}';
    const [[whole], [short]] = await Promise.all([
      warehouse.query<SpanRow>(`SELECT ${spanColumns} ${from}`, { organization }),
      warehouse.query<Required<ReadSpan> & BrokenOff>(`${aliases} SELECT ${shortened} ${from}`, {
        organization,
      }),
    ]);
    if (whole === undefined || short === undefined) throw new Error('expected the span');
    return { organization, whole, short: { ...short, ...mended(short) } };
  }
});

/** Each attribute is the one that was sent, or says that it is shortened. */
function expectBeginnings(found: Attributes, sent: Attributes): void {
  ok(found.length <= sent.length);
  for (const [index, attribute] of found.entries()) {
    if (/… \((?:\d+ bytes|shortened)\)$/.test(String(attribute.value.stringValue))) continue;
    deepEqual(attribute.value, sent[index]?.value);
  }
}

const bytesOf = (row: SpanRow): number =>
  [
    row.name,
    row.status_message,
    row.trace_state,
    ...row.keys,
    ...row.values,
    ...row.event_names,
    ...row.event_attributes,
    ...row.link_states,
    ...row.link_attributes,
  ].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
