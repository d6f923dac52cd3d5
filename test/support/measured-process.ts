import { join } from 'node:path';
import { deadLetterTopic, topics } from '../../schemas/topics.ts';
import type { Platform } from '../../services/open.ts';
import type { StoredEvent } from './fixtures.ts';
import { largePlan } from './large-plan.ts';
import { appendAll } from './large-rows.ts';
import { noStalls, type Stalls, watchStalls } from './stalls.ts';
import { until } from './until.ts';

/** What the process is asked, and what it answers under the same number. */
export type Asked = {
  readonly id: number;
  readonly what: 'settled' | 'reset' | 'stop' | 'append';
  /** To append. */
  readonly events?: readonly StoredEvent[];
};

export type Figures = {
  /** Since the last reset. */
  readonly stalls: Stalls;
  readonly rssBytes: number;
  readonly deadLetters: number;
};

export type Said =
  | { readonly url: string }
  | { readonly code: string; readonly to: string }
  | { readonly id: number; readonly figures: Figures };

export type MeasuredOptions = {
  readonly root: string;
  readonly dataDir: string;
  /** Settings beyond those that every measurement needs. */
  readonly environment: Readonly<Record<string, string>>;
};

const settleMsMax = 120_000;

const { root, dataDir, environment } = JSON.parse(process.argv[2] ?? '') as MeasuredOptions;
const extension = root.endsWith('dist') ? 'js' : 'ts';
const load = (file: string) => import(join(root, `${file}.${extension}`));

const { startTidemark }: typeof import('../../services/serve.ts') = await load('services/serve');
const { readConfiguration }: typeof import('../../platform/config/config.ts') =
  await load('platform/config/config');
const { openLog }: typeof import('../../platform/log.ts') = await load('platform/log');

const nothing: Figures = { stalls: noStalls, rssBytes: 0, deadLetters: 0 };

const say = (said: Said): void => void process.send?.(said);
const watch = watchStalls();
let platform: Platform | undefined;

const server = await startTidemark({
  configuration: readConfiguration({
    environment: {
      TIDEMARK_DATA_DIR: dataDir,
      TIDEMARK_PORT: '0',
      ...largePlan,
      ...environment,
    },
  }),
  log: openLog({ level: 'warn', pretty: false }),
  codeMailed: mail => say(mail),
  decoratePorts: opened => {
    platform = opened;
    return opened;
  },
});

const lagOf = async (group: string, topic: string) =>
  (await platform?.topicLog.lag(group, topic)) ?? [];

const behind = async () => [
  ...(await lagOf('processor', topics.spans)),
  ...(await lagOf('processor-metrics', topics.metrics)),
  ...(await lagOf('processor-samples', topics.samples)),
];

/** Everything accepted is in the warehouse, and nothing of it is kept that nobody needs. */
async function settled(): Promise<Figures> {
  await until(
    'everything accepted to be processed',
    async () => (await behind()).every(({ committed, end }) => committed >= end),
    settleMsMax,
  );
  // The delay is taken first: collecting all garbage at once is the measurement's own doing.
  const stalls = watch.read();
  globalThis.gc?.();
  const dead = [
    ...(await lagOf('test', deadLetterTopic(topics.spans))),
    ...(await lagOf('test', deadLetterTopic(topics.metrics))),
  ];
  return {
    stalls,
    rssBytes: process.memoryUsage.rss(),
    deadLetters: dead.reduce((sum, { end }) => sum + end, 0),
  };
}

process.on('message', async ({ id, what, events }: Asked) => {
  if (what === 'stop') {
    await server.stop();
    process.exit(0);
  }
  if (what === 'reset') watch.reset();
  if (what === 'append' && platform) await appendAll(platform.eventStore, events ?? []);
  say({ id, figures: what === 'settled' ? await settled() : nothing });
});
say({ url: server.url });
