import { deepEqual, equal, ok } from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { setImmediate as otherWork } from 'node:timers/promises';
import { commandLimits } from '../../platform/commands/limits.ts';
import { randomUuid } from '../../platform/uuid.ts';
import { parseCommand } from '../../schemas/commands/record.ts';
import { organizationId } from '../../schemas/ids.ts';
import { consumers } from '../../schemas/topics.ts';
import { deciderLimits } from '../../services/decider/config.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { issuedKey } from '../support/issued-key.ts';
import { until } from '../support/until.ts';

const keys = 10;
const rules = 10;
const togglesOfKey = 60;
const connections = 300;

type Answer = { readonly status: number; readonly retryAfter: string | undefined };
type Toggled = Answer & { readonly rule: string };

onBothEngines('a flood of commands', function (start) {
  this.timeout(300_000);
  let server: WholeTidemark;
  let flooding: AlertCustomer;
  let other: AlertCustomer;
  let floodKeys: readonly string[];
  let agent: Agent;
  const ruleIds: string[] = [];

  before(async function () {
    server = await start(this);
    agent = new Agent({ keepAlive: true, maxSockets: connections });
    flooding = await alertCustomer(server, 'flooding');
    other = await alertCustomer(server, 'other');
    const by = organizationId(flooding.reader.organization);
    const made = Array.from({ length: keys }, () => issuedKey(server, by, 'live'));
    floodKeys = (await Promise.all(made)).map(({ key }) => key);
    for (let n = 0; n < rules; n++)
      ruleIds.push((await flooding.create({ name: `flood ${n}` })).id);
  });

  after(async () => {
    agent?.destroy();
    await server?.close();
  });

  /** `leaveMs`: its client is gone after so long; undefined then. */
  const toggle = (key: string, rule: string, leaveMs?: number): Promise<Toggled | undefined> =>
    new Promise(resolve => {
      const url = `${server.url}/v1/alert-rules/${rule}/toggle`;
      const sent = request(url, { agent, method: 'POST', headers: { 'X-API-Key': key } });
      sent.on('response', response => {
        response.resume().on('end', () => {
          const retryAfter = response.headers['retry-after'];
          resolve({ status: response.statusCode ?? 0, retryAfter, rule });
        });
      });
      sent.on('error', () => resolve(undefined));
      if (leaveMs !== undefined) sent.on('socket', () => setTimeout(() => sent.destroy(), leaveMs));
      sent.end();
    });
  const flood = async (leaveMs?: number): Promise<readonly (Toggled | undefined)[]> => {
    const sent: Promise<Toggled | undefined>[] = [];
    for (let n = 0; n < togglesOfKey; n++)
      for (const key of floodKeys) sent.push(toggle(key, ruleIds[n % rules] ?? '', leaveMs));
    return Promise.all(sent);
  };
  const allDecided = () =>
    until('all to be decided', async () => (await uncommitted(server, flooding)) === 0);
  const versions = (): Promise<readonly number[]> =>
    Promise.all(ruleIds.map(async id => (await flooding.rule(id)).version));

  /** The most commands of the organization that were on the topic and not committed, until the work ends. */
  const mostDuring = async (work: Promise<unknown>): Promise<number> => {
    const state = { isOver: false };
    const over = work.then(() => {
      state.isOver = true;
    });
    let most = 0;
    while (!state.isOver) {
      most = Math.max(most, await uncommitted(server, flooding));
      await otherWork();
    }
    await over;
    return most;
  };
  const expectFew = async (most: number): Promise<void> => {
    const { perOrganizationMax } = commandLimits.underWay;
    const partitions = await server.platform.topicLog.partitions(consumers.commands.topic);
    // Decided, answered and committed a moment later: those of two rounds.
    const max = perOrganizationMax + 2 * deciderLimits.ownerMax * partitions;
    ok(most <= max, `expected at most ${max} on the topic, found ${most}`);
  };

  it('of ten keys of one organization delays no command and no registration of another', async () => {
    const own = await other.create({ name: 'calm' });
    const before = await versions();
    const flooded = flood();
    const watched = mostDuring(flooded);
    const calm: number[] = [];
    for (let n = 0; n < 10; n++)
      calm.push((await other.call('POST', `/v1/alert-rules/${own.id}/toggle`)).status);
    const account = await server.account(`calm-${randomUuid()}@example.org`, 'calm');
    const answers = (await flooded).filter(answer => answer !== undefined);
    deepEqual([...new Set(calm)], [200]);
    deepEqual([account.registered.status, account.verified.status], [200, 200]);

    const refused = answers.filter(({ status }) => status === 429);
    ok(refused.length > 0, 'expected some to be refused');
    ok(refused.every(({ retryAfter }) => Number(retryAfter) >= 1));
    equal(answers.length, keys * togglesOfKey);
    await expectFew(await watched);
    await allDecided();
    expectNoneLost(answers, ruleIds, before, await versions());
  });

  it('whose clients disconnect at once leaves no more of them undecided', async () => {
    await expectFew(await mostDuring(flood(100)));
    await allDecided();
    await until('room again', async () => {
      const answer = await toggle(floodKeys[0] ?? '', ruleIds[0] ?? '');
      return answer?.status === 200;
    });
  });
});

/** Each toggle makes a version of its rule. A slow machine decides some after the deadline of their clients, which get 503. */
function expectNoneLost(
  answers: readonly Toggled[],
  ruleIds: readonly string[],
  before: readonly number[],
  after: readonly number[],
): void {
  for (const [n, id] of ruleIds.entries()) {
    const statuses = answers.filter(({ rule }) => rule === id).map(({ status }) => status);
    const [accepted = 0, late = 0, refused = 0] = [200, 503, 429].map(
      status => statuses.filter(each => each === status).length,
    );
    equal(accepted + late + refused, statuses.length);
    const decided = (after[n] ?? 0) - (before[n] ?? 0);
    const isRight = accepted <= decided && decided <= accepted + late;
    ok(isRight, `${decided} decided, ${accepted} accepted, ${late} late`);
  }
}

/** Commands of clients of an organization that are on the topic and not committed. */
async function uncommitted(
  { platform: { topicLog } }: WholeTidemark,
  { reader: { organization } }: AlertCustomer,
): Promise<number> {
  const { group, topic } = consumers.commands;
  let count = 0;
  for (const { partition, committed, end } of await topicLog.lag(group, topic)) {
    if (committed === end) continue;
    const limits = { recordsMax: end - committed, bytesMax: 16 * 1024 * 1024 };
    const records = await topicLog.read(topic, { partition, offset: committed }, limits);
    const commands = records.map(({ value, headers }) => parseCommand(value, headers));
    count += commands.filter(
      each => each.organizationId === organization && each.requestHash !== '',
    ).length;
  }
  return count;
}
