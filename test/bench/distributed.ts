import { parseArgs } from 'node:util';
import { openOwnServers } from '../support/own-servers.ts';
import { measureFold } from './distributed/fold.ts';
import { measureLog } from './distributed/log.ts';
import { measurePipeline } from './distributed/pipeline.ts';

// What processes on servers reach: the log beside the driver it is made of, spans from POST to
// readable with every role and server on this machine, and how fast a new process knows everything.
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '60' },
    senders: { type: 'string', default: '6' },
    events: { type: 'string', default: '1000000' },
    /** Some of the three. */
    parts: { type: 'string', default: 'log,pipeline,fold' },
  },
});
const parts = values.parts.split(',');
const ratioMin = 0.8;
const foldedMin = 50_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const whole = (value: number): string => Math.round(value).toLocaleString('en');
const expect = (is: boolean, what: string): void => {
  if (is) return;
  say(`✘ expected ${what}`);
  process.exitCode = 1;
};

if (parts.includes('log') || parts.includes('pipeline')) await onServers();
if (parts.includes('fold')) await folding();

async function onServers(): Promise<void> {
  const servers = await openOwnServers();
  if (servers === undefined) return say('skipped: no java, mvn or jars for Kafka and S3');
  try {
    const { kafka, clickhouse, kurrentdb, s3 } = servers;
    await kafka.start();
    if (parts.includes('log')) await logging(servers.environment.KAFKA_BROKERS?.split(',') ?? []);
    if (!parts.includes('pipeline')) return;
    await Promise.all([clickhouse, kurrentdb, s3].map(each => each.start()));
    const seconds = Number(values.seconds);
    const figures = await measurePipeline(servers, { seconds, senders: Number(values.senders) });
    say(
      `pipeline: ${whole(figures.acceptedPerSecond)} spans/s accepted, ${whole(figures.readablePerSecond)}/s readable, behind by ${figures.lagSeconds.toFixed(1)} s, answers p50 ${whole(figures.p50Ms)} p99 ${whole(figures.p99Ms)} ms`,
    );
    for (const [name, micros] of Object.entries(figures.cpuMicros))
      say(`  ${name}: ${micros.toFixed(1)} µs a span`);
  } finally {
    await servers.close();
  }
}

async function logging(brokers: readonly string[]): Promise<void> {
  const sizes = [
    { valueBytes: 400, records: 200_000 },
    { valueBytes: 256 * 1024, records: 1_000 },
  ];
  for (const size of sizes) {
    const figures = await measureLog(brokers, { ...size, rounds: Number(values.rounds) });
    for (const pass of ['append', 'consume'] as const) {
      const { ours, plain } = figures[pass];
      say(
        `log, ${size.valueBytes} bytes, ${pass}: ${whole(ours)} records/s, kafkajs ${whole(plain)}, ratio ${(ours / plain).toFixed(2)}`,
      );
      expect(ours >= ratioMin * plain, `at least ${ratioMin} of kafkajs`);
    }
  }
}

async function folding(): Promise<void> {
  const figures = await measureFold(Number(values.events));
  say(
    `fold: ${whole(figures.events)} events at ${whole(figures.embeddedPerSecond)}/s from the embedded store, ${whole(figures.kurrentPerSecond)}/s through the front of KurrentDB, rows ${figures.sameBytes ? 'the same bytes' : 'different'}`,
  );
  for (const { name, events, perSecond, cpuMicros } of figures.rebuilds)
    say(
      `rebuild, ${name}, ${whole(events)} of them: ${whole(perSecond.byType)} events/s, ${cpuMicros.byType.toFixed(2)} µs each; parsing all ${whole(perSecond.all)}/s, ${cpuMicros.all.toFixed(2)} µs`,
    );
  expect(figures.embeddedPerSecond >= foldedMin, `at least ${whole(foldedMin)} events/s`);
  expect(figures.sameBytes, 'the rows of a process that followed live');
}
