import { get } from 'node:http';
import { join } from 'node:path';
import { seededRandom } from '../../services/cli/demo/random.ts';
import { until } from '../support/until.ts';
import { type Accounts, openAccounts } from './accounts.ts';
import { type Breaches, openBreaches } from './alerts/breaches.ts';
import { type AnomalyFeed, openAnomalyFeed } from './anomalies/feed.ts';
import { type Child, startChild } from './child.ts';
import { type Load, openLoad, type Sender, workers } from './load.ts';
import { type Oracle, openOracle } from './oracle.ts';
import type { CrashPoint } from './point.ts';
import { openPost } from './post.ts';
import { openPostOffice, type PostOffice } from './post-office.ts';
import { addSenders } from './register.ts';
import type { ServerOptions } from './server.ts';

/** One data folder, the servers that live on it one after the other, and who sends to them. */
export type Bench = {
  readonly dataDir: string;
  readonly logFile: string;
  readonly oracle: Oracle;
  readonly load: Load;
  readonly accounts: Accounts;
  /** Alert rules, and spans that breach them. */
  readonly breaches: Breaches;
  readonly anomalies: AnomalyFeed;
  readonly postOffice: PostOffice;
  /** Ends the connections. */
  readonly close: () => Promise<void>;
};

/** Given up then; what is promised is less. */
const readyMsMax = 60_000;

export async function openBench(
  folder: string,
  seed: number,
  spansPerSecond: number,
): Promise<Bench> {
  const oracle = openOracle();
  const breaches = openBreaches();
  const { post, close } = openPost(workers + 1);
  const accounts = openAccounts(post);
  const postOffice = await openPostOffice(accounts.mailed);
  return {
    dataDir: join(folder, 'data'),
    logFile: join(folder, 'server.log'),
    oracle,
    close: async () => {
      close();
      await postOffice.close();
    },
    postOffice,
    load: openLoad({ run: seed, random: seededRandom(~seed), oracle, post, spansPerSecond }),
    accounts,
    breaches,
    anomalies: openAnomalyFeed(breaches.owner),
  };
}

export const startOn = (
  { dataDir, logFile, postOffice }: Bench,
  options: Omit<ServerOptions, 'dataDir'> & { readonly point?: CrashPoint } = {},
): Child => {
  const environment = { SMTP_URL: postOffice.url, ...options.environment };
  return startChild({ dataDir, logFile, ...options, environment });
};

/** Starts a server that is expected to come up. */
export async function startReady(
  bench: Bench,
  options: Omit<ServerOptions, 'dataDir'> = {},
): Promise<{ readonly child: Child; readonly url: string; readonly adminSocket: string }> {
  const child = startOn(bench, options);
  const url = await ready(child);
  if (url === undefined) throw new Error(`the server does not come up, see ${bench.logFile}`);
  return { child, url, adminSocket: (await child.listening).adminSocket };
}

/** Resolves with the address once the server says that it is ready. */
export async function ready(child: Child): Promise<string | undefined> {
  try {
    const { url } = await child.listening;
    const isReady = async (): Promise<boolean> => (await statusOf(`${url}/readyz`)) === 200;
    await until('the server to be ready', isReady, readyMsMax);
    return url;
  } catch {
    return undefined;
  }
}

/** A life in which some organizations come to be that share the load later, and its end. */
export async function warmUp(
  bench: Bench,
  senders: number,
  signal: 'SIGKILL' | 'SIGTERM',
  prepare: (url: string) => Promise<void> = async () => {},
): Promise<readonly Sender[]> {
  const { child, url } = await startReady(bench);
  const added = await addSenders(bench, url, senders);
  await prepare(url);
  child.kill(signal);
  await child.ended;
  return added;
}

const statusOf = (url: string): Promise<number | undefined> =>
  new Promise(resolve => {
    get(url, answer => {
      answer.resume();
      resolve(answer.statusCode);
    }).once('error', () => resolve(undefined));
  });
