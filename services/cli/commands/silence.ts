import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { durationMs } from '../duration.ts';
import { UsageError } from '../errors.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { table } from '../table.ts';

type SilenceOptions = OrganizationOptions & {
  readonly rule?: string;
  readonly service?: string;
  readonly severity?: string;
  readonly for?: string;
  readonly until?: string;
  readonly cron?: string;
  readonly minutes?: string;
  readonly timezone?: string;
  readonly reason?: string;
};

export function registerSilence(program: Command, context: CommandContext): void {
  const command = withOrganizationOptions(program.command('silence'))
    .description('hold the notices of alerts for a time; the alerts are recorded all the same')
    .option('--rule <id>', 'of one rule')
    .option('--service <name>', 'of one service')
    .option('--severity <severity>', 'critical, warning or info')
    .option('--for <duration>', 'such as 30m, 2h or 1d')
    .option('--until <instant>', 'RFC 3339, instead of --for')
    .option('--cron <expression>', 'only in times that start so, such as "0 2 * * 6"')
    .option('--minutes <n>', 'how long each of these times lasts')
    .option('--timezone <name>', 'of --cron; UTC when absent')
    .option('--reason <text>', 'for those who wonder why nobody was told; required')
    .action((options: SilenceOptions) => silence(options, context));
  command
    .command('list')
    .description('silences that are active or will be, the newest first')
    .action((_: object, { parent }: Command) => list(parent?.opts() ?? {}, context));
}

async function list(options: OrganizationOptions, context: CommandContext): Promise<void> {
  const request = { route: 'listSilences', text: 'Reading silences' } as const;
  const { silences } = await callApi(request, options, context);
  for (const each of silences) context.terminal.record(each);
  const rows = silences.map(({ id, status, until, rule_id, service, severity, reason }) => [
    id,
    status,
    until,
    [rule_id, service, severity].filter(part => part != null).join(', '),
    reason,
  ]);
  const title = ['silence', 'status', 'until', 'alerts', 'reason'];
  for (const line of rows.length === 0 ? ['There are no silences.'] : table([title, ...rows]))
    context.terminal.say(line);
}

async function silence(options: SilenceOptions, context: CommandContext): Promise<void> {
  const { rule, service, severity, reason } = options;
  if (reason === undefined) throw new UsageError('expected --reason: why notices are held');
  const body = {
    ...(rule !== undefined && { rule_id: rule }),
    ...(service !== undefined && { service }),
    ...(severity !== undefined && { severity }),
    ...recurrenceOf(options),
    until: untilOf(options),
    reason,
  };
  const request = { route: 'createSilence', body, text: 'Starting the silence' } as const;
  const created = await callApi(request, options, context);
  context.terminal.record(created);
  context.terminal.say(`The silence ${created.id} is ${created.status} until ${created.until}.`);
}

function untilOf({ for: duration, until }: SilenceOptions): string {
  if ((duration === undefined) === (until === undefined))
    throw new UsageError('expected either --for or --until');
  if (until !== undefined) return until;
  const ms = durationMs(duration ?? '');
  if (ms === undefined) throw new UsageError(`expected --for such as 2h, found ${duration}`);
  return new Date(Date.now() + ms).toISOString();
}

function recurrenceOf({ cron, minutes, timezone = 'UTC' }: SilenceOptions): object {
  if (cron === undefined) return {};
  const recurrence = { cron, duration_minutes: Number(minutes), timezone };
  if (Number.isInteger(recurrence.duration_minutes)) return { recurrence };
  throw new UsageError('expected --minutes, a whole number, with --cron');
}
