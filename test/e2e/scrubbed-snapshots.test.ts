import { deepEqual, equal, ok } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { harmless } from '../support/scrub-corpus/harmless.ts';
import { secrets } from '../support/scrub-corpus/secrets.ts';
import { type SnapshotCustomer, snapshotCustomer } from '../support/snapshots.ts';
import { filesIn, storedTexts } from '../support/stored-texts.ts';
import { until } from '../support/until.ts';

type Captured = ResponseOf<'captureSnapshot'>;
type Snapshot = ResponseOf<'getSnapshot'>;

/** Short captures are samples, and long ones blobs. */
const inShort = 100;
const keptShareMin = 0.99;

/** Words that may stand anywhere are no proof. */
const probes = [...new Set(secrets.flatMap(each => each.secrets))].filter(text => text.length >= 9);

onBothEngines('secrets in snapshots', function (start) {
  this.timeout(240_000);
  let tidemark: WholeTidemark;
  let ada: SnapshotCustomer;

  before(async function () {
    tidemark = await start(this, { TIDEMARK_LOG_LEVEL: 'trace' });
    ada = await snapshotCustomer(tidemark, 'ada');
  });
  after(() => tidemark?.close());

  const create = (function_name: string) =>
    ada.ok<{ id: string }>('POST', '/v1/breakpoints', { service_name: 'shop', function_name });
  const capture = async (id: string, body: object) => {
    const path = '/sdk/snapshots/capture';
    const answer = await ada.call<Captured>('POST', path, { breakpoint_id: id, ...body });
    equal(answer.status, 201, answer.text);
    return { text: answer.text, id: (answer.body as { snapshot_id: string }).snapshot_id };
  };
  const read = (id: string) =>
    until('what was captured', async () => {
      const answer = await ada.call<Snapshot>('GET', `/v1/snapshots/${id}`);
      return answer.body.capture !== null && answer;
    });
  const named = (all: readonly { readonly value: unknown }[]) =>
    Object.fromEntries(all.map(({ value }, index) => [`v${index}`, value]));
  const found = (text: string) => probes.filter(secret => text.includes(secret));

  it('are masked in every file, response and line of a log', async () => {
    const { id } = await create('pay');
    const texts = secrets.map(({ value }) => (typeof value === 'string' ? value : '')).join('\n\n');
    const bodies = [
      { variables: named(secrets) },
      ...[0, 1, 2, 3].map(part => ({
        variables: named(secrets.slice(part * inShort, (part + 1) * inShort)),
      })),
      { stack_trace: texts.slice(0, 150_000), variables: {} },
      { request_context: named(secrets), label: `of ${probes[0]}` },
      {
        expression_results: secrets.map(({ value }) => ({ value })),
        security_flags: [named(secrets)],
      },
    ];
    const answers = [];
    for (const body of bodies) answers.push(await capture(id, body));
    for (const answer of answers) {
      const { text } = await read(answer.id);
      ok(text.includes('[REDACTED:'));
      deepEqual([found(answer.text), found(text)], [[], []]);
    }
    const { text: listed } = await ada.call('GET', `/v1/snapshots?breakpoint_id=${id}`);
    deepEqual(found(listed), []);
    await expectNothingStored(bodies.length);
  });

  const expectNothingStored = async (captures: number) => {
    let stored = 0;
    for await (const [where, text] of storedTexts(tidemark.platform)) {
      deepEqual(found(text), [], where);
      stored += text.includes('[REDACTED:') ? 1 : 0;
    }
    ok(stored >= captures, `expected to find what is masked, found ${stored}`);
    for (const folder of tidemark.dataDirs())
      for await (const [name, bytes] of filesIn(folder))
        deepEqual(found(bytes.toString('latin1')), [], name);
  };

  it('have look-alikes, of which at least 99 of 100 stay', async () => {
    const { id } = await create('look-alikes');
    const variables = named(harmless);
    const answer = await capture(id, { variables });
    const { body } = await read(answer.id);
    const kept = body.capture?.variables ?? {};
    const lost = Object.entries(variables).filter(
      ([name, value]) => JSON.stringify(kept[name]) !== JSON.stringify(value),
    );
    ok(lost.length <= harmless.length * (1 - keptShareMin), JSON.stringify(lost));
  });
});
