import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom, wholeBelow } from '../../../services/cli/demo/random.ts';
import { openAccounts } from '../accounts.ts';
import { ready } from '../bench.ts';
import { caughtUp } from '../caught-up.ts';
import { type Child, startChild } from '../child.ts';
import { openHooks } from '../deliveries/hooks.ts';
import { createNamed, registerOne } from '../deliveries/owner.ts';
import { openKiller } from '../killer.ts';
import type { Sender } from '../load.ts';
import { openPost } from '../post.ts';
import { openPostOffice } from '../post-office.ts';
import { openBeats } from './beats.ts';
import { healthVerdict } from './judge.ts';
import { openTargets } from './targets.ts';

/**
 * One process, killed while heartbeats are sent, while its checks wait for responses, and while webhooks about them are
 * delivered. `node --import tsx test/crash/health/run.ts --kills 20`
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});

const killsWanted = Number(values.kills);
const random = seededRandom(Number(values.seed));
const checks = 8;
const checkSeconds = 10;
const lifeMsMax = 30_000;
const settleMsMax = 120_000;
/** A server dies at one of so many of these moments after its start. */
const momentsMax = { heartbeat: 400, request: 12, webhook: 60 } as const;
const moments = Object.keys(momentsMax) as (keyof typeof momentsMax)[];
const hookNames = ['steady', 'flaky'] as const;

const folder = await mkdtemp(join(tmpdir(), 'tidemark-crash-health-'));
process.stdout.write(`--seed ${values.seed}, in ${folder}\n`);
const killer = openKiller();
const { post, close } = openPost(8);
const accounts = openAccounts(post);
const postOffice = await openPostOffice(accounts.mailed);
const targets = await openTargets(random, () => killer.met('request'));
const hooks = await openHooks({
  causeOf: ({ event, data: { check_id: check, checked_at: at } }) => `${event} ${check} ${at}`,
  hooked: () => killer.met('webhook'),
});
const beats = openBeats(post, random, () => killer.met('heartbeat'));

const start = (): Child =>
  startChild({
    dataDir: join(folder, 'data'),
    logFile: join(folder, 'server.log'),
    environment: { SMTP_URL: postOffice.url },
  });

let owner: Sender | undefined;

/** What is there already is created again, and stays. */
async function prepare(url: string, { key }: Sender): Promise<void> {
  for (const name of hookNames) {
    const events = ['health_check.failed', 'health_check.recovered'];
    const body = { name, url: hooks.urlOf(name), events };
    await createNamed(post, `${url}/v1/webhooks`, { name, key, body });
  }
  for (let number = 0; number < checks; number++) {
    const name = `page-${number}`;
    const body = {
      service_name: name,
      check_name: 'page',
      endpoint_url: targets.urlOf(name),
      check_interval_seconds: checkSeconds,
      timeout_seconds: 5,
    };
    await createNamed(post, `${url}/api/health-checks`, { name, key, body });
  }
}

/** Nobody is killed before everything is there. */
async function begin(child: Child): Promise<void> {
  const url = await ready(child);
  owner = url === undefined ? undefined : await registerOne(url, accounts);
  if (url === undefined || owner === undefined) throw new Error('expected an owner');
  await prepare(url, owner);
}

async function live(child: Child, { key }: Sender, signal: AbortSignal): Promise<void> {
  const url = await ready(child);
  if (url === undefined) return;
  const over = AbortSignal.any([signal, AbortSignal.timeout(lifeMsMax)]);
  await beats.keepBeating(url, key, over);
}

const first = start();
await begin(first);
first.kill('SIGKILL');
await first.ended;
if (owner === undefined) throw new Error('expected an owner');

while (killer.count() < killsWanted) {
  const child = start();
  const gone = new AbortController();
  const ended = child.ended.finally(() => gone.abort());
  const moment = moments[killer.count() % moments.length] ?? 'heartbeat';
  const left = 1 + wholeBelow(momentsMax[moment], random);
  killer.aimAt({ child, moment, left, isAnswered: random() < 0.25 });
  await live(child, owner, gone.signal);
  await killer.stop(child);
  await ended;
}

const child = start();
const url = await ready(child);
if (url === undefined) throw new Error(`the server does not come up, see ${folder}/server.log`);
targets.heal();
await beats.finish(url, owner.key);
await caughtUp((await child.listening).adminSocket);
const { ask } = child;
const judged = { url, ask, owner, beats, targets, hooks, settleMsMax };
const { changes, samples, ...verdict } = await healthVerdict(judged);
const faults = [...verdict.faults];
child.kill('SIGTERM');
const { code } = await child.ended;
if (code !== 0) faults.push(`expected the server to end with 0 when asked, found ${code}`);
close();
hooks.close();
targets.close();
await postOffice.close();

const firsts = new Set(hooks.requests.map(({ webhook, eventId }) => `${webhook} ${eventId}`)).size;
const requests = [...targets.answered.values()].reduce(
  (sum, one) => sum + one.passed + one.failed,
  0,
);
process.stdout.write(
  [
    ...[...killer.kills].map(([moment, count]) => `kills      ${count} at a ${moment}`),
    `heartbeats ${beats.acknowledged.size} acknowledged of ${beats.sent()}`,
    `requests   ${requests} of ${checks} checks, ${samples} samples in all`,
    `changes    ${changes.failed} failed, ${changes.unhealthy} unhealthy, ${changes.recovered} recovered`,
    `webhooks   ${firsts} deliveries, ${hooks.requests.length - firsts} repeated requests`,
    ...faults,
    faults.length === 0 ? 'green' : `red, kept for a look: ${folder}`,
    '',
  ].join('\n'),
);
if (faults.length === 0) await rm(folder, { recursive: true });
process.exit(faults.length === 0 ? 0 : 1);
