import { deepEqual, equal } from 'node:assert/strict';
import { recordsFrom } from '../../platform/consumers/records-from.ts';
import type { LogRecord, NewRecord } from '../../platform/topic-log/port.ts';
import { deadLetterHeaders, deadLetterTopic, topics } from '../../schemas/topics.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { tidemark } from '../support/cli.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan, newId, senderTo } from '../support/otel-send.ts';
import { body, text, traces } from '../support/otlp.ts';
import { compressedRecord, spansRecord } from '../support/processing.ts';

const limits = { recordsMax: 1_000, bytesMax: 1_000_000 };
/** Beyond what any partition has, and what an earlier run put aside. */
const lettersBefore = Date.now();

onBothEngines('an operator, where records are compressed', function (start) {
  this.timeout(60_000);
  let server: WholeTidemark;
  let sender: ReturnType<typeof senderTo>;
  let organization = '';
  let number = lettersBefore;

  before(async function () {
    server = await start(this);
    const { key, verified } = await server.account('ada@example.org', 'checkout');
    organization = String(verified.body.organization_id);
    sender = senderTo(server, key);
  });
  after(() => server?.close());

  const run = async (line: string, folder = server.dataDirs()[0] ?? '') => {
    const environment = { TIDEMARK_DATA_DIR: folder };
    const said = await tidemark([...line.split(' '), '--json'], environment);
    equal(said.err, '');
    return said.records;
  };

  const recordOf = (traceId: string): NewRecord => {
    // A frame of what does not repeat holds it as it is, and is protobuf with unknown fields before it.
    const attributes = [text('repeats', 'tide '.repeat(200))];
    const bytes = body(traces([freshSpan({ traceId, attributes })]), 'protobuf');
    return spansRecord(organization, bytes, { receivedAtMs: Date.now(), spans: 1 });
  };

  /** As a processor of an earlier version puts aside what it cannot read, beside others. */
  const putAside = async (record: NewRecord): Promise<string> => {
    const offset = number++;
    const headers = {
      ...record.headers,
      [deadLetterHeaders.topic]: topics.spans,
      [deadLetterHeaders.partition]: '0',
      [deadLetterHeaders.offset]: String(offset),
      [deadLetterHeaders.reason]: 'unreadable',
      [deadLetterHeaders.error]: 'expected a record of version 1, found 2',
      [deadLetterHeaders.atMs]: String(Date.now()),
    };
    await server.platform.topicLog.append(deadLetterTopic(topics.spans), [{ ...record, headers }]);
    return `${topics.spans}/0/${offset}`;
  };

  it('lists and shows what was put aside, inflated', async () => {
    const traceId = newId(32);
    const id = await putAside(compressedRecord(recordOf(traceId)));
    const listed = (await run('dead list')).find(letter => letter.id === id);
    deepEqual([listed?.reason, listed?.redriven], ['unreadable', false]);
    const [shown] = await run(`dead show ${id}`);
    const { kind, problem, content } = Object(shown?.body);
    deepEqual([kind, problem], ['otlp', null]);
    const [span] = content.resourceSpans[0].scopeSpans[0].spans;
    equal(span.traceId, traceId);
    await run(`dead redrive ${id}`);
  });

  it('sends it again, and it is there once, however often it is sent', async () => {
    const [plain, compressed] = [newId(32), newId(32)];
    const ids = [
      await putAside(recordOf(plain)),
      await putAside(compressedRecord(recordOf(compressed))),
    ];
    for (let times = 0; times < 2; times++)
      deepEqual(await run(`dead redrive ${ids.join(' ')}`), [{ redriven: ids.length }]);
    for (const traceId of [plain, compressed]) equal((await sender.readSpans(traceId)).length, 1);
    await server.caughtUp();
    equal(await server.deadLetters(), 0);
    const redriven = (await run('dead list')).filter(({ id }) => ids.includes(String(id)));
    deepEqual(
      redriven.map(letter => letter.redriven),
      [true, true],
    );
  });

  it('reads what was decided of commands that are compressed, and builds rows from it again', async () => {
    const events = await run(`history organization-${organization}`);
    deepEqual(
      events.map(({ type }) => type),
      ['OrganizationCreated', 'ServiceIntegrated'],
    );
    const causes = new Set(events.map(event => event.causation_id));
    const commands = await recordsOf(topics.commands);
    const ids = commands.map(({ value }) => JSON.parse(Buffer.from(value).toString()).id);
    equal(ids.filter(id => causes.has(id)).length, causes.size);
    const [first = ''] = server.dataDirs();
    const folder = server.dataDirs().find(name => name.endsWith('ingest-api')) ?? first;
    const [rebuilt] = await run('replay projection api-keys --diff', folder);
    deepEqual([rebuilt?.difference_count, rebuilt?.switched], [0, true]);
  });

  async function recordsOf(topic: string): Promise<readonly LogRecord[]> {
    const { topicLog } = server.platform;
    const records: LogRecord[] = [];
    for (let partition = 0; partition < (await topicLog.partitions(topic)); partition++)
      for await (const record of recordsFrom(topic, { partition, offset: 0 }, limits, topicLog))
        records.push(record);
    return records;
  }
});
