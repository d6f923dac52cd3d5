import { deepEqual, equal, ok } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { outboundLimits } from '../../platform/outbound/config.ts';
import type { Resolve } from '../../platform/outbound/guarded-lookup.ts';
import { openOutbound } from '../../platform/outbound/request.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { healthChecksPath } from '../support/health-client.ts';
import { startObservedServer } from '../support/observed-server.ts';
import { until } from '../support/until.ts';

const receivers = 200;
const created = { webhooks: 300, channels: 100, checks: 220 };
/** As many as an organization may send in an hour. */
const channelTests = 30;

/** Receivers at 200 addresses. Those of Mallory never answer, and count what is sent to them at once. */
async function startReceivers() {
  const arrived: string[] = [];
  let [underWay, underWayMost] = [0, 0];
  // Once some have timed out, their successors begin before the receiver sees the end of them.
  let hasAnyEnded = false;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    arrived.push(path);
    request.resume();
    if (!path.startsWith('/mallory')) return void response.end('thanks');
    underWay++;
    if (!hasAnyEnded) underWayMost = Math.max(underWayMost, underWay);
    response.once('close', () => {
      hasAnyEnded = true;
      underWay--;
    });
  });
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path: string, index = 0): string =>
      `http://127.0.0.${1 + (index % receivers)}:${port}/${path}`,
    countOf: (prefix: string): number => arrived.filter(path => path.startsWith(prefix)).length,
    underWay: () => underWay,
    underWayMost: () => underWayMost,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('outbound requests of an organization', function () {
  this.timeout(240_000);
  let tidemark: Awaited<ReturnType<typeof startObservedServer>>;
  let target: Awaited<ReturnType<typeof startReceivers>>;
  let ada: AlertCustomer;
  let mallory: AlertCustomer;

  before(async () => {
    target = await startReceivers();
    tidemark = await startObservedServer({
      environment: { TIDEMARK_OUTBOUND_ALLOW: '127.0.0.0/8' },
    });
    [ada, mallory] = await Promise.all([
      alertCustomer(tidemark, 'ada'),
      alertCustomer(tidemark, 'mallory'),
    ]);
  });
  after(async () => {
    target?.close();
    await tidemark?.close();
  });

  const createdBy = async (who: AlertCustomer, path: string, body: object): Promise<string> => {
    const answer = await who.call('POST', path, body);
    equal(answer.status, 201, answer.text);
    const { id } = answer.body;
    return String(id);
  };
  const webhookOf = (who: AlertCustomer, url: string) =>
    createdBy(who, '/v1/webhooks', { name: 'hook', url, events: ['alert.triggered'] });
  const channelOf = (who: AlertCustomer, url: string) =>
    createdBy(who, '/v1/channels', { name: 'channel', type: 'webhook', url });
  const checkOf = (who: AlertCustomer, name: string, endpoint_url: string, more: object = {}) =>
    createdBy(who, healthChecksPath, {
      service_name: 'checkout',
      check_name: name,
      endpoint_url,
      check_interval_seconds: 10,
      ...more,
    });
  const testOf = async (who: AlertCustomer, path: string): Promise<void> => {
    const { status, text } = await who.call('POST', `${path}/test`, {});
    ok(status === 202 || status === 200, text);
  };
  const times = async (count: number, create: (index: number) => Promise<unknown>) => {
    const left = Array.from({ length: count }, (_, index) => index).values();
    const work = async (): Promise<void> => {
      for (const index of left) await create(index);
    };
    await Promise.all(Array.from({ length: 16 }, work));
  };
  const flood = async (): Promise<void> => {
    await times(created.channels, async index => {
      const id = await channelOf(mallory, target.url('mallory/notice', index));
      if (index < channelTests) await testOf(mallory, `/v1/channels/${id}`);
    });
    await times(created.webhooks, async index => {
      const id = await webhookOf(mallory, target.url('mallory/webhook', index));
      await testOf(mallory, `/v1/webhooks/${id}`);
    });
    await times(created.checks, index =>
      checkOf(mallory, `check ${index}`, target.url('mallory/check', index), {
        check_interval_seconds: 60,
        timeout_seconds: 60,
      }),
    );
  };
  /** Waits for one of Ada's, and gives how many of Mallory's began meanwhile. */
  const overtakenBy = async (what: string): Promise<number> => {
    const [own, others] = [target.countOf(`/ada/${what}`), target.countOf('/mallory')];
    await until(`a ${what} of Ada`, () => target.countOf(`/ada/${what}`) > own);
    return target.countOf('/mallory') - others;
  };

  it('begin at once while 200 receivers of another never answer, who has at most its share under way', async () => {
    const share = outboundLimits.ownAtOnceMax;
    // At an address of Mallory's: her connections to it are not Ada's.
    const [webhook, channel] = await Promise.all([
      webhookOf(ada, target.url('ada/webhook')),
      channelOf(ada, target.url('ada/notice')),
      checkOf(ada, 'check', target.url('ada/check')),
    ]);
    await overtakenBy('check');
    await flood();
    await until('as many as she may have', () => target.underWay() >= share);
    const notice = overtakenBy('notice');
    await testOf(ada, `/v1/channels/${channel}`);
    const delivery = overtakenBy('webhook');
    await testOf(ada, `/v1/webhooks/${webhook}`);
    const check = overtakenBy('check');
    const overtaken = await Promise.all([notice, delivery, check]);
    process.stdout.write(
      `      ${overtaken.join(', ')} of Mallory's began before Ada's; ${target.underWayMost()} under way at most\n`,
    );
    // Mallory's time out meanwhile, and make room for so many of hers.
    deepEqual(
      overtaken.map(count => count <= 2 * share),
      [true, true, true],
    );
    equal(target.underWayMost(), share);
  });

  it('are all made, although one has more receivers that never answer than its share', async () => {
    for (const what of ['notice', 'webhook', 'check'])
      await until(`a ${what} of Mallory`, () => target.countOf(`/mallory/${what}`) > 0, 120_000);
  });
});

describe('names of outbound requests', () => {
  it('are resolved for one organization while name servers of another never answer', async () => {
    const over = new AbortController();
    const unanswered: ((error: Error) => void)[] = [];
    const resolve = ((name: string, _: object, found: (...answer: unknown[]) => void) => {
      if (name === 'ada.example') found(null, [{ address: '127.0.0.1', family: 4 }]);
      else if (over.signal.aborted) found(new Error('no such name'));
      else unanswered.push(found);
    }) as unknown as Resolve;
    const outbound = openOutbound({ allow: ['127.0.0.0/8'], resolve });
    const server = createServer((_, response) => response.end('thanks'));
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const { signal } = over;
    const get = (organizationId: string, name: string) =>
      outbound.inTurn({ organizationId, signal }, send =>
        send({ url: `http://${name}:${port}/`, method: 'GET', timeoutMs: 60_000, signal }),
      );
    const hanging = Array.from({ length: 200 }, (_, index) =>
      get('mallory', `mallory-${index}.example`),
    );
    try {
      equal((await get('ada', 'ada.example')).status, 200);
      equal(unanswered.length, outboundLimits.ownLookupsAtOnceMax);
    } finally {
      over.abort();
      await Promise.allSettled(hanging);
      for (const answer of unanswered) answer(new Error('no such name'));
      await outbound.close();
      server.close();
    }
  });
});

describe('connections of outbound requests', () => {
  it('are not taken by another organization whose requests to the same origin are never answered', async () => {
    const target = await startReceivers();
    const outbound = openOutbound({ allow: ['127.0.0.0/8'] });
    const over = new AbortController();
    const { signal } = over;
    const get = (organizationId: string) =>
      outbound.inTurn({ organizationId, signal }, send =>
        send({ url: target.url(organizationId), method: 'GET', timeoutMs: 60_000, signal }),
      );
    const hanging = Array.from({ length: 100 }, () => get('mallory'));
    try {
      await until('all connections of Mallory', () => target.underWay() > 0);
      equal((await get('ada')).status, 200);
      ok(target.underWayMost() <= outboundLimits.connectionsPerOrigin);
    } finally {
      over.abort();
      await Promise.allSettled(hanging);
      await outbound.close();
      target.close();
    }
  });
});
