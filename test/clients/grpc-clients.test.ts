import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { storedPoints } from '../support/otel-metric-points.ts';
import { until } from '../support/until.ts';
import type { Client, Sending, Sent, Target, Work } from './client.ts';
import { clients } from './clients.ts';
import { expectCountedOnce, expectRequests, storedSpans } from './counted.ts';
import { type FaultyServer, openFaultyServer } from './faulty-server.ts';
import {
  type GrpcRelay,
  type RelayedCall,
  type RelayOptions,
  startGrpcRelay,
} from './grpc-relay.ts';
import { type Programs, programsOrSkip } from './programs.ts';

const gzip = { environment: { OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip' } };
/** For what the SDK's policy of retries leaves no time within its ten seconds on a slow machine. */
const patient = { environment: { OTEL_EXPORTER_OTLP_TIMEOUT: '60000' } };
const unavailable = '14';
const deadlineExceeded = '4';

const isAccepted = ({ code, isOver }: RelayedCall): boolean => isOver && code === '0';

/** A line of a client's log about something that should not be. */
const isComplaint = (line: string): boolean =>
  /told:|partial success|\t(?:warn|error)\t/iu.test(line);

describe('OTLP over gRPC', function () {
  this.timeout(120_000);
  let programs: Programs;
  let server: FaultyServer;
  let relay: GrpcRelay | undefined;
  let sending: Sending | undefined;
  let services = 0;

  before(async function () {
    programs = await programsOrSkip(this);
    server = await openFaultyServer();
  });

  afterEach(async () => {
    server.mend();
    await sending?.stop();
    await relay?.stop();
    [sending, relay] = [undefined, undefined];
  });

  after(() => server?.close());

  type Begun = Sending & { readonly service: string };

  async function begin(client: Client, work: Work, target: Partial<Target> = {}): Promise<Begun> {
    const service = `shop-${++services}`;
    const { grpcPort, account } = server;
    sending = await client.start({ grpcPort, key: account.key, service, ...target }, work);
    return { ...sending, service };
  }

  /** Begins to send through a relay, whose calls that export traces are seen. */
  async function beginWatched(
    client: Client,
    work: Work,
    { firstTimeout, ...target }: Partial<Target & RelayOptions> = {},
  ) {
    const options = { grpcPort: server.grpcPort, ...(firstTimeout && { firstTimeout }) };
    relay = await startGrpcRelay(options);
    const { calls, port: grpcPort } = relay;
    return { ...(await begin(client, work, { ...target, grpcPort })), calls };
  }

  const countedOnce = (service: string, sent: Sent): Promise<void> =>
    expectCountedOnce(server.current(), server.account, service, sent);

  for (const [name, openClient] of Object.entries(clients)) {
    describe(`from ${name}`, () => {
      let client: Client;

      before(() => {
        client = openClient(programs);
      });

      it('is counted exactly, as the client’s defaults have it', async () => {
        const { finished, told, calls, service } = await beginWatched(client, { traces: 40 });
        const sent = await finished;
        await countedOnce(service, sent);
        await expectRequests(server.current(), server.account, service, sent);
        ok(calls.length > 0);
        for (const { code, encoding } of calls)
          deepEqual({ code, encoding }, { code: '0', encoding: client.encoding });
        deepEqual((await told()).split('\n').filter(isComplaint), []);
      });

      it('is counted exactly with gzip', async () => {
        const { finished, calls, service } = await beginWatched(client, { traces: 40 }, gzip);
        await countedOnce(service, await finished);
        ok(calls.length > 0);
        for (const { code, encoding } of calls)
          deepEqual({ code, encoding }, { code: '0', encoding: 'gzip' });
      });

      it('has its rejected spans told, how many and why, and the others kept', async () => {
        const { finished, told, service } = await begin(client, { traces: 1, hasRefused: true });
        const sent = await finished;
        equal(sent.refused, 2);
        await countedOnce(service, sent);
        const isPartial = (line: string): boolean => /partial success/iu.test(line);
        const line = await until('the client to tell it', async () =>
          (await told()).split('\n').find(isPartial),
        );
        match(line, /2 spans rejected|"dropped_spans": 2/u);
        match(line, /span [0-9a-f]{16}: ends .* at most .* are taken/u);
      });

      it('is sent again when it was UNAVAILABLE, and counted once', async () => {
        server.break('refuses');
        const work = { traces: 1 };
        const { finished, calls, service } = await beginWatched(client, work, patient);
        await countedOnce(service, await finished);
        await until('an answer without an error', () => calls.some(isAccepted));
        equal(calls[0]?.code, unavailable);
      });

      it('is sent again when DEADLINE_EXCEEDED was the answer, and counted once', async () => {
        server.break('keeps silent');
        const shortened = { ...patient, firstTimeout: '500m' };
        const { finished, calls, service } = await beginWatched(client, { traces: 1 }, shortened);
        await until('an answer without an error', () => calls.some(isAccepted));
        equal(calls[0]?.code, deadlineExceeded);
        await countedOnce(service, await finished);
      });

      it('is counted once when the client’s own deadline passed', async () => {
        server.break('keeps silent');
        const { finished, calls, told, service } = await beginWatched(client, { traces: 1 });
        const sent = await finished;
        const isTold = async () => /DeadlineExceeded|deadline exceeded/u.test(await told());
        await until('the client to tell it', isTold);
        if (client.repeatsLate) await until('the next try', () => calls.some(isAccepted));
        else equal(calls.length, 1);
        ok(calls[0]?.timeout !== undefined);
        await countedOnce(service, sent);
      });

      it('is counted once when the server is stopped and started again meanwhile', async () => {
        const work = { traces: 100, pauseMs: 50 };
        const begun = await begin(client, work, patient);
        const arrived = () => storedSpans(server.current(), server.account, begun.service);
        await until('the first spans', async () => (await arrived()).length > 0);
        await server.stop();
        const isRefused = async () => (await begun.told()).includes('connection refused');
        await until('the client to notice', isRefused);
        await server.startAgain();
        await countedOnce(begun.service, await begun.finished);
      });
    });
  }

  describe('from all of them', () => {
    it('has a Collector’s metrics about itself, which say that it sent everything', async () => {
      const { finished } = await begin(clients['the Collector'](programs), { traces: 7 });
      const { accepted } = await finished;
      const { platform } = server.current();
      const { organization } = server.account;
      await until('the metric of what it sent', async () => {
        const points = await storedPoints(platform.warehouse, organization, 'collector');
        const sent = points.filter(({ metric }) => metric === 'otelcol_exporter_sent_spans');
        return sent.some(({ int }) => Number(int) === accepted);
      });
    });

    it('leaves nothing that could not be processed', async () => {
      equal(await server.current().deadLetters(), 0);
    });
  });
});
