import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seededRandom, wholeBelow } from '../../../services/cli/demo/random.ts';
import { until } from '../../support/until.ts';
import { openAccounts } from '../accounts.ts';
import { ready } from '../bench.ts';
import { type Child, startChild } from '../child.ts';
import { openKiller } from '../killer.ts';
import { openPost } from '../post.ts';
import { openPostOffice } from '../post-office.ts';
import { openFailures } from './failures.ts';
import { openHooks } from './hooks.ts';
import { deliveriesLine, deliveryFaults } from './judge.ts';

/**
 * One process, killed in the middle of deliveries: when its mail or webhook has arrived and it has not heard so, or just
 * after. `node --import tsx test/crash/deliveries/run.ts --kills 40`
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    causes: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});

const killsWanted = Number(values.kills);
const causesWanted = Number(values.causes);
const random = seededRandom(Number(values.seed));
/** A server dies at one of so many deliveries after its start. */
const deliveriesPerLifeMax = 100;
const lifeMsMax = 60_000;
/** Between requests of failing traces. */
const pauseMs = 400;
const settleMsMax = 120_000;

const killer = openKiller();

const folder = await mkdtemp(join(tmpdir(), 'tidemark-crash-deliveries-'));
process.stdout.write(`--seed ${values.seed}, in ${folder}\n`);
const { post, close } = openPost(4);
const accounts = openAccounts(post);
const postOffice = await openPostOffice(async mail => {
  accounts.mailed(mail);
  await killer.met('mail');
});
const hooks = await openHooks({
  causeOf: ({ data }) => String(data.trace_id),
  hooked: () => killer.met('webhook'),
});
const failures = openFailures(post, hooks, pauseMs);

const start = (): Child =>
  startChild({
    dataDir: join(folder, 'data'),
    logFile: join(folder, 'server.log'),
    environment: { SMTP_URL: postOffice.url },
  });

/** Lets traces fail and people register for as long as the server lives, or until the signal aborts. */
async function live(child: Child, signal: AbortSignal): Promise<void> {
  const url = await ready(child);
  if (url === undefined) return;
  await failures.prepare(url, accounts);
  const over = AbortSignal.any([signal, AbortSignal.timeout(lifeMsMax)]);
  await Promise.all([
    failures.keepFailing(url, over),
    (async () => {
      while (!over.aborted) {
        await accounts.keepRegistering(url, async () => undefined, over);
        await pause(20);
      }
    })(),
  ]);
}

const isDone = (): boolean =>
  killer.count() >= killsWanted && failures.sent().length >= causesWanted;

while (!isDone()) {
  const child = start();
  const gone = new AbortController();
  const ended = child.ended.finally(() => gone.abort());
  const left = 1 + wholeBelow(deliveriesPerLifeMax, random);
  killer.aimAt({ child, left, isAnswered: random() < 0.25 });
  await live(child, gone.signal);
  await killer.stop(child);
  await ended;
}

const child = start();
const url = await ready(child);
if (url === undefined) throw new Error(`the server does not come up, see ${folder}/server.log`);
await failures.finish(url);
const mails = (): number => postOffice.ids().size;
const people = accounts.verified().length;
await until('all mails', () => mails() >= 2 * people, settleMsMax);
const faults = [
  ...postOffice.faults(),
  ...(await deliveryFaults({ url, failures, hooks, settleMsMax })),
];
child.kill('SIGTERM');
const { code } = await child.ended;
if (code !== 0) faults.push(`expected the server to end with 0 when asked, found ${code}`);
close();
hooks.close();
await postOffice.close();

const repeatedMails = postOffice.mails.length - mails();
process.stdout.write(
  [
    ...[...killer.kills].map(([moment, count]) => `kills    ${count} at a ${moment}`),
    `mails    ${mails()} of ${people} people, ${repeatedMails} repeated under the same Message-ID`,
    `webhooks ${deliveriesLine({ failures, hooks })}`,
    ...faults,
    faults.length === 0 ? 'green' : `red, kept for a look: ${folder}`,
    '',
  ].join('\n'),
);
if (faults.length === 0) await rm(folder, { recursive: true });
process.exit(faults.length === 0 ? 0 : 1);
