import { deepEqual, equal, rejects } from 'node:assert/strict';
import { commandLimits } from '../../platform/commands/limits.ts';
import { type CommandsUnderWay, openCommandsUnderWay } from '../../platform/commands/under-way.ts';
import { openMetrics } from '../../platform/metrics/registry.ts';
import { randomUuid } from '../../platform/uuid.ts';
import { keyId, organizationId } from '../../schemas/ids.ts';
import { until } from '../support/until.ts';

const sender = (by = organizationId(randomUuid())) =>
  ({ kind: 'key', organizationId: by, keyId: keyId(randomUuid()) }) as const;
const rateLimited = { status: 429, code: 'rate_limited' };
const { signal } = new AbortController();

describe('commands under way', () => {
  const one = organizationId(randomUuid());
  let committed: number;
  let commands: CommandsUnderWay;
  const enter = (by: Parameters<CommandsUnderWay['enter']>[0]['sender'], bytes = 1) =>
    commands.enter({ sender: by, bytes }, signal);

  beforeEach(() => {
    committed = 0;
    const lag = async (group: string, topic: string) => [
      { group, topic, partition: 0, committed, end: 100 },
    ];
    commands = openCommandsUnderWay(
      { topicLog: { lag }, metrics: openMetrics() },
      {
        ...commandLimits,
        underWay: {
          commandsMax: 6,
          commandsBound: 8,
          perOrganizationMax: 4,
          perKeyMax: 3,
          perNetworkMax: 2,
          keylessMax: 3,
          bytesPerOrganizationMax: 100,
        },
        waiting: { ...commandLimits.waiting, waitMsMax: 20, wakeEveryMs: 5 },
        lookEveryMs: 5,
        volume: { ...commandLimits.volume, bytesPerHour: 40 * 1024 },
      },
    );
  });
  afterEach(() => commands.stop());

  it('are bounded by key and by organization, and others have room', async () => {
    const key = sender(one);
    const places = await Promise.all([enter(key), enter(key), enter(key)]);
    await rejects(enter(key), rateLimited);
    places.push(await enter(sender(one)));
    await rejects(enter(sender(one)), rateLimited);
    await enter(sender());
    const waiting = enter(key);
    places[0]?.decided({ isRejected: false });
    await waiting;
  });

  it('are bounded in bytes, but one of any length is sent', async () => {
    await rejects(enter(sender(one), commandLimits.commandBytesMax + 1), { status: 413 });
    const place = await enter(sender(one), 1_000);
    await rejects(enter(sender(one)), rateLimited);
    place.decided({ isRejected: false });
    await enter(sender(one));
  });

  it('leave room to newcomers when all places of the others are taken', async () => {
    const [first, second] = [sender(one), sender()];
    await Promise.all([first, first, first, second, second, second].map(by => enter(by)));
    await rejects(enter(sender(one)));
    await enter(sender());
    await enter(sender());
    await rejects(enter(sender()), { code: 'unavailable' });
  });

  it('count until the decider has passed them when their clients have gone', async () => {
    const key = sender(one);
    const places = await Promise.all([enter(key), enter(key), enter(key)]);
    for (const [offset, place] of places.entries()) place.left({ partition: 0, offset });
    await rejects(enter(key), rateLimited);
    committed = 2;
    await until('room for another', () =>
      enter(key)
        .then(() => true)
        .catch(() => false),
    );
    await enter(key);
    await rejects(enter(key), rateLimited);
  });

  it('of clients without a key are bounded by network and together, and those of operators are not', async () => {
    const network = (address: string) => ({ kind: 'network', address }) as const;
    await Promise.all([enter(network('192.0.2.1')), enter(network('192.0.2.1'))]);
    await rejects(enter(network('192.0.2.1')), rateLimited);
    await enter(network('198.51.100.1'));
    await rejects(enter(network('203.0.113.1')), rateLimited);
    for (let n = 0; n < 10; n++) await enter({ kind: 'operator' });
    await enter(sender());
  });

  it('are bounded in bytes by the hour, and a rejected one counts as more', async () => {
    for (let n = 0; n < 2; n++) (await enter(sender(one))).decided({ isRejected: true });
    const sent: boolean[] = [];
    for (let n = 0; n < 10; n++)
      await enter(sender(one)).then(
        place => {
          sent.push(true);
          place.decided({ isRejected: false });
        },
        error => {
          deepEqual([error.status, Number(error.headers['Retry-After']) > 1], [429, true]);
          sent.push(false);
        },
      );
    equal(sent.filter(isSent => isSent).length, 6);
    await enter(sender());
  });
});
