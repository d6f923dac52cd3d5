import { equal, ok } from 'node:assert/strict';
import { packageRoot } from '../../platform/package.ts';
import { type MeasuredServer, startMeasured } from '../support/measured.ts';
import { freshSpan } from '../support/otel-send.ts';
import { traces } from '../support/otlp.ts';

const stallMsMax = 250;
const services = 2_000;

/** Of the first, each stands at almost every place of a question, and nowhere as a word. */
const serviceName = (index: number): string =>
  index < 250 ? 'a'.repeat(index + 1) : `service-${index}`;

describe('assistants of an organization', function () {
  this.timeout(240_000);
  let server: MeasuredServer;
  let key: string;

  before(async () => {
    server = await startMeasured(process.env.STALLS_ROOT ?? packageRoot());
    key = (await server.account('stalls@example.org', 'checkout')).key;
    const names = Array.from({ length: services }, (_, index) => serviceName(index));
    const resourceSpans = names.flatMap(name => traces([freshSpan()], name).resourceSpans);
    const sent = await server.post('/v1/traces', { resourceSpans }, { 'X-API-Key': key });
    equal(sent.status, 200);
    await server.settled();
    await ask('hello');
  });
  after(() => server?.close());

  const ask = (question: string) =>
    server.post('/v1/copilot/ask', { question }, { 'X-API-Key': key, Accept: 'application/json' });

  async function stallOf(work: () => Promise<void>): Promise<number> {
    await server.settled();
    await server.reset();
    await work();
    const { stalls } = await server.settled();
    process.stdout.write(`      longest stall ${stalls.ownMsMax.toFixed(0)} ms\n`);
    return stalls.ownMsMax;
  }

  it('stall nobody while a question is searched for the names of 2,000 services', async () => {
    const stalledMs = await stallOf(async () => {
      const { status, body } = await ask('a'.repeat(4_000));
      equal(status, 200, JSON.stringify(body));
    });
    ok(stalledMs < stallMsMax, `${stalledMs} ms`);
  });
});
