import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../platform/package.ts';
import { reportLines } from './report.ts';
import {
  type Options,
  type Round,
  rotelRound,
  type StoringRound,
  tidemarkRound,
} from './rounds.ts';

// How many spans a second are taken and can be read, against an agent that only takes them, in
// rounds that take turns, so that whatever else the machine does meets all alike.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    short: { type: 'boolean', default: false },
    senders: { type: 'string', default: '6' },
    organizations: { type: 'string', default: '3' },
    services: { type: 'string', default: '4' },
    queries: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** Folder of another build, measured in the same rounds. */
    against: { type: 'string' },
    'without-rotel': { type: 'boolean', default: false },
    /** For Node, given to the server: `--node=--cpu-prof`. */
    node: { type: 'string', multiple: true, default: [] },
    /** Of the bodies: protobuf or json. */
    format: { type: 'string', default: 'protobuf' },
    json: { type: 'boolean', default: false },
  },
});

const rounds = Number(values.rounds ?? (values.short ? 1 : 3));
const queryCalls = Number(values.queries ?? (values.short ? 20 : 200));
const options: Options = {
  seconds: Number(values.seconds ?? (values.short ? 5 : 60)),
  senders: Number(values.senders),
  organizations: Number(values.organizations),
  services: Number(values.services),
  seed: values.seed,
  format: values.format === 'json' ? 'json' : 'protobuf',
  nodeOptions: values.node,
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const ours: StoringRound[] = [];
const others: StoringRound[] = [];
const peers: Round[] = [];
say(
  `${cpus().length} cores of ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.version}, load ${loadavg()
    .map(load => load.toFixed(2))
    .join(' ')}`,
);
for (let round = 0; round < rounds; round++) {
  const isLast = round === rounds - 1;
  const own = await tidemarkRound(join(packageRoot(), 'dist'), options, isLast ? queryCalls : 0);
  ours.push(own);
  say(line('tidemark', own));
  if (values.against !== undefined) {
    const other = await tidemarkRound(values.against, options, isLast ? queryCalls : 0);
    others.push(other);
    say(line(values.against, other));
  }
  if (!values['without-rotel']) {
    const peer = await rotelRound(options);
    peers.push(peer);
    say(line('rotel', peer));
  }
}
say('');
for (const text of reportLines({ ours, others, peers })) say(text);
if (values.json) say(JSON.stringify({ options, ours, others, peers }));

function line(name: string, round: Round | StoringRound): string {
  const readable =
    'readablePerSecond' in round
      ? `, ${Math.round(round.readablePerSecond)} readable/s, behind by ${round.lagSeconds.toFixed(1)} s`
      : '';
  return `${name}: ${Math.round(round.acceptedPerSecond)} accepted/s${readable}, ${round.cpuMicros.toFixed(1)} µs a span, ${Math.round(round.memory.resident / 1024 ** 2)} MiB (${Math.round(round.memory.anonymous / 1024 ** 2)} anonymous), answers p50 ${round.p50Ms.toFixed(0)} p99 ${round.p99Ms.toFixed(0)} ms, senders ${round.senderMicros.toFixed(1)} µs`;
}
