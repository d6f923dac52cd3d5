import { readdir } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { openEmbeddedWarehouse } from '../../platform/warehouse/embedded.ts';
import { checkTruth, type Found } from '../support/truth-check.ts';
import { type Ask, linesIn } from '../support/truth-queries.ts';
import type { Accounts } from './accounts.ts';
import { type Bench, startOn, startReady } from './bench.ts';
import { caughtUp, operatorAsks } from './child.ts';
import { foldDeltas } from './deltas.ts';
import { dropAndReplay, replayAll } from './projections.ts';

export type Verdict = Found & { readonly readyMs: number };

/** The life after the last kill: everything comes to rest and is compared with what was sent. */
export async function judge(bench: Bench): Promise<Verdict> {
  const beganMs = performance.now();
  const { child, url, adminSocket } = await startReady(bench);
  const readyMs = performance.now() - beganMs;
  await bench.load.sendAgain(url);
  const names = await caughtUp(adminSocket);
  const faults = [
    ...(await keyFaults(url, adminSocket, bench.accounts)),
    ...(await replayAll(adminSocket, names)),
  ];
  child.kill('SIGTERM');
  const { code } = await child.ended;
  if (code !== 0) faults.push(`expected the server to end with 0 when asked, found ${code}`);
  faults.push(...(await dropAndReplay(bench.dataDir, () => startOn(bench))));
  faults.push(...(await mailFaults(bench.dataDir)));
  const found = await withWarehouse(bench.dataDir, async ask => {
    const { answered, unknown } = bench.ledger.sent();
    const truth = await checkTruth({ answered, unknown }, ask);
    const organizations = [...new Set([...answered, ...unknown].map(sent => sent.organization))];
    return {
      ...truth,
      faults: [...truth.faults, ...(await deltaFaults(bench.dataDir, organizations, ask))],
    };
  });
  return { ...found, readyMs, faults: [...faults, ...found.faults] };
}

/** Every key that was given works, and belongs to one organization, which has no other. */
async function keyFaults(url: string, adminSocket: string, accounts: Accounts): Promise<string[]> {
  const faults: string[] = [];
  const verified = accounts.verified();
  for (const { key, service } of verified) {
    const { status, body } = await read(`${url}/v1/integrate/status`, key);
    if (status === 200 && body.includes(JSON.stringify(service))) continue;
    faults.push(`key of ${service}: expected it to work, found ${status} ${body}`);
  }
  const { body } = await operatorAsks<{ keys: { organization_id: string }[] }>(
    adminSocket,
    'GET',
    '/admin/keys',
  );
  const owners = body.keys.map(key => key.organization_id);
  for (const { organization, service } of verified) {
    const count = owners.filter(owner => owner === organization).length;
    if (count !== 1) faults.push(`organization of ${service}: expected one key, found ${count}`);
  }
  const expected = new Set(verified.map(({ organization }) => organization));
  if (expected.size !== verified.length) faults.push('two verifications gave one organization');
  const others = owners.filter(owner => !expected.has(owner)).length;
  if (others > accounts.abandoned()) {
    faults.push(`expected at most ${accounts.abandoned()} keys nobody heard of, found ${others}`);
  }
  return faults;
}

const read = (url: string, key: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'X-API-Key': key } }, answer => {
      answer
        .toArray()
        .then(chunks =>
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        )
        .catch(reject);
    }).once('error', reject);
  });

/** A mail's name ends with its id. */
async function mailFaults(dataDir: string): Promise<string[]> {
  const mails = (await readdir(join(dataDir, 'outbox'))).filter(name => name.endsWith('.eml'));
  const ids = new Set(mails.map(name => name.slice(name.indexOf('-') + 1)));
  return ids.size === mails.length ? [] : [`${mails.length - ids.size} mails were sent twice`];
}

async function withWarehouse<Result>(
  dataDir: string,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const warehouse = await openEmbeddedWarehouse({
    folder: join(dataDir, 'warehouse'),
    tmpFolder: join(dataDir, 'tmp'),
  });
  try {
    return await work((sql, parameters) =>
      warehouse.query<Record<string, string>>(sql, parameters),
    );
  } finally {
    await warehouse.close();
  }
}

/** The topic of windows must tell the same as the table of windows. */
async function deltaFaults(
  dataDir: string,
  organizations: readonly string[],
  ask: Ask,
): Promise<string[]> {
  const { lines, faults } = await foldDeltas(dataDir);
  const sums = new Map<string, string>();
  for (const organization of organizations) {
    for (const [name, line] of await linesIn('windows', [organization], ask)) sums.set(name, line);
  }
  const published = [...lines].filter(([name]) => !name.includes(' * | '));
  const wrong = published.filter(([name, line]) => sums.get(name) !== line);
  if (wrong.length > 0) faults.push(`deltas: ${wrong.length} windows differ, ${wrong[0]}`);
  const missing = sums.size - published.length;
  if (missing !== 0) faults.push(`deltas: ${missing} windows were not published`);
  return faults;
}
