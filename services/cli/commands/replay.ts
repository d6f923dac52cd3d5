import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { CommandFailed } from '../errors.ts';
import { runJob } from '../jobs.ts';
import { type OperatorOptions, withOperatorOptions } from '../operator.ts';
import { count } from '../table.ts';

type ReplayOptions = OperatorOptions & { readonly diff?: true; readonly dryRun?: true };

export function registerReplay(program: Command, context: CommandContext): void {
  const replay = program.command('replay').description('fold the events again');
  withOperatorOptions(replay.command('projection'))
    .description('rebuild a projection beside the live one and switch without a pause')
    .argument('<name>', 'such as api-keys')
    .option('--diff', 'compare the two and print rows that differ')
    .option('--dry-run', 'only compare, and keep the live one')
    .action((name: string, options: ReplayOptions) => replayProjection(name, options, context));
}

async function replayProjection(
  name: string,
  options: ReplayOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const { style } = terminal;
  const { dryRun = false, diff = dryRun } = options;
  const body = { diff, dry_run: dryRun };
  const path = `/admin/projections/${encodeURIComponent(name)}/rebuild`;
  const asked = { route: 'adminRebuild', path, body, text: `Rebuilding ${name}` } as const;
  const { rebuild } = await runJob(asked, options, context);
  if (rebuild === null) throw new CommandFailed('the server rebuilt and told no result');
  const { differences, ...report } = rebuild;
  for (const difference of differences) {
    terminal.record({ kind: 'difference', ...difference });
    terminal.say(style.bold(difference.key));
    terminal.say(style.bad(`- ${JSON.stringify(difference.live)}`));
    terminal.say(style.good(`+ ${JSON.stringify(difference.rebuilt)}`));
  }
  terminal.record({ kind: 'replayed', ...report });
  const { events, rows, duration_ms: tookMs } = report;
  const versions = `${count(rows)} versions of rows from ${count(events)} events in ${tookMs} ms`;
  const outcome = report.switched ? 'it is what is read now' : 'the live one was kept';
  terminal.say(`Rebuilt ${name}: ${versions}; ${outcome}.`);
  if (diff) terminal.say(verdict(report.difference_count, differences.length));
}

function verdict(differing: number, shown: number): string {
  if (differing === 0) return 'The live one was the same, row by row.';
  const rows = differing === 1 ? '1 row was' : `${count(differing)} rows were`;
  return shown < differing
    ? `${rows} different; the first ${shown} are above.`
    : `${rows} different.`;
}
