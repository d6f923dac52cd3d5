import type { Command } from 'commander';
import type { VerificationReport } from '../../../schemas/admin/jobs.ts';
import type { CommandContext } from '../context.ts';
import { durationMs } from '../duration.ts';
import { CommandFailed, UsageError } from '../errors.ts';
import { runJob } from '../jobs.ts';
import { type OperatorOptions, withOperatorOptions } from '../operator.ts';
import { count, table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

type VerifyOptions = OperatorOptions & { readonly since?: string };

export function registerVerify(program: Command, context: CommandContext): void {
  withOperatorOptions(program.command('verify'))
    .description(
      'check on your own data that nothing is lost, doubled or different from its source',
    )
    .option(
      '--since <duration>',
      'only telemetry of this time, such as 1d; all that is kept otherwise',
    )
    .action((options: VerifyOptions) => verify(options, context));
}

async function verify(options: VerifyOptions, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const body = sinceOf(options);
  const asked = { route: 'adminVerify', path: '/admin/verify', body, text: 'Verifying' } as const;
  const { verification } = await runJob(asked, options, context);
  if (verification === null) throw new CommandFailed('the server verified and told no result');
  for (const check of verification.checks) terminal.record({ kind: 'check', ...check });
  for (const line of linesOf(verification, terminal)) terminal.say(line);
  const broken = verification.checks.filter(({ faults }) => faults > 0);
  if (broken.length > 0)
    throw new CommandFailed(
      `${broken.map(({ name }) => name).join(', ')}: not everything holds; docs/operations.md, "When verify finds a fault", says what to do`,
    );
}

function sinceOf({ since }: VerifyOptions): { readonly since?: string } {
  if (since === undefined) return {};
  const ms = durationMs(since);
  if (ms === undefined)
    throw new UsageError(`expected --since to be a duration such as 1d or 6h, got ${since}`);
  return { since: new Date(Date.now() - ms).toISOString() };
}

function linesOf({ checks, holds }: VerificationReport, { style }: Terminal): readonly string[] {
  const rows = checks.map(({ name, checked, skipped, faults, claim }) => [
    faults === 0 ? 'holds' : 'BROKEN',
    name,
    count(checked),
    skipped === 0 ? '' : `${count(skipped)} skipped`,
    claim,
  ]);
  const faults = checks.flatMap(({ faults: all, examples }) => [
    ...examples.map(sentence => `- ${sentence}`),
    ...(all > examples.length ? [`  and ${count(all - examples.length)} more`] : []),
  ]);
  const verdict = holds ? style.good('Everything holds.') : style.bad('Not everything holds:');
  return [...table(rows, ['left', 'left', 'right']), '', verdict, ...faults];
}
