import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../platform/package.ts';
import { type Bench, holdAt, inBench, searchPeak } from './overload-phases.ts';
import { type Figures, judge, table } from './overload-report.ts';

// What is left of the throughput when three times as much is sent as can be taken, by senders that
// do not listen, and what that costs an organization that sends a hundredth of it.
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seconds: { type: 'string', default: '120' },
    /** How many times the sustainable rate is offered. */
    times: { type: 'string', default: '3' },
    build: { type: 'string', default: join(packageRoot(), 'dist') },
    /** Without `taskset`: server and generators share all cores. */
    unpinned: { type: 'boolean', default: false },
    /** A folder of Linux's control groups that limits the memory of the server. */
    cgroup: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const times = Number(values.times);
/** The second organization's part of what is offered. */
const lightShare = 0.01;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

say(
  `${cpus().length} cores of ${cpus()[0]?.model.trim()}, Node ${process.version}, load ${loadavg()
    .map(load => load.toFixed(2))
    .join(' ')}`,
);
const { build, unpinned, cgroup } = values;
await inBench({ build, isPinned: !unpinned, cgroup, say }, async bench => {
  const { sustainable, steps } = await searchPeak(bench, Math.min(12, seconds));
  // As long as the overload: memory grows with the log, whatever is sent.
  const peak = await holdAt(bench, 'peak', sustainable, lightShare, seconds);
  const overload = await holdAt(bench, 'overload', sustainable * times, lightShare, seconds);
  // The machine may have become slower or faster meanwhile: the peak counts as held before and after.
  const again = await holdAt(bench, 'peak again', sustainable, lightShare, seconds);
  report(bench, { peak, overload, again, steps, sustainable });
});

function report({ cores }: Bench, figures: Figures): void {
  say(
    cores === undefined
      ? 'server and generators share all cores'
      : `server on core ${cores.server}, generators on core ${cores.generators}`,
  );
  for (const line of table(figures)) say(line);
  const verdicts = judge(figures);
  for (const { holds, sentence } of verdicts) say(`${holds ? '✔' : '✘'} ${sentence}`);
  if (values.json) say(JSON.stringify(figures));
  if (verdicts.some(({ holds }) => !holds)) process.exitCode = 1;
}
