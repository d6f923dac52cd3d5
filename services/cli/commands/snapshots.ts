import type { Command } from 'commander';
import { withoutMarks } from '../../../schemas/exact-json.ts';
import type { CommandContext } from '../context.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { table } from '../table.ts';

type ListOptions = OrganizationOptions & {
  readonly service?: string;
  readonly breakpoint?: string;
  readonly trace?: string;
  readonly limit: string;
};

export function registerSnapshots(program: Command, context: CommandContext): void {
  const snapshots = program.command('snapshots').description('what breakpoints captured');
  withOrganizationOptions(snapshots.command('list'))
    .description('the snapshots, the newest first')
    .option('--service <name>', 'only those of this service')
    .option('--breakpoint <id>', 'only those of this breakpoint')
    .option('--trace <id>', 'only those of this trace')
    .option('--limit <n>', 'how many', '50')
    .action((options: ListOptions) => list(options, context));
  withOrganizationOptions(snapshots.command('show'))
    .description('one snapshot with what was captured')
    .argument('<id>')
    .action((id: string, options: OrganizationOptions) => show(id, options, context));
}

const filters = { service: 'service', breakpoint: 'breakpoint_id', trace: 'trace_id' } as const;

async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const query = new URLSearchParams({ limit: options.limit });
  for (const option of ['service', 'breakpoint', 'trace'] as const) {
    const value = options[option];
    if (value !== undefined) query.set(filters[option], value);
  }
  const request = { route: 'listSnapshots', query, text: 'Reading the snapshots' } as const;
  const { snapshots } = await callApi(request, options, context);
  const { terminal } = context;
  for (const snapshot of snapshots) terminal.record(snapshot);
  const rows = snapshots.map(snapshot => [
    snapshot.id,
    snapshot.taken_at,
    snapshot.service_name,
    snapshot.breakpoint_id,
    String(snapshot.number),
    snapshot.trace_id ?? '',
  ]);
  const lines = table([['id', 'taken', 'service', 'breakpoint', 'number', 'trace'], ...rows]);
  for (const line of rows.length === 0 ? ['There are no snapshots.'] : lines) terminal.say(line);
}

async function show(
  id: string,
  options: OrganizationOptions,
  context: CommandContext,
): Promise<void> {
  const request = { route: 'getSnapshot', params: { id }, text: 'Reading the snapshot' } as const;
  const snapshot = await callApi(request, options, context);
  context.terminal.record(snapshot);
  for (const line of withoutMarks(JSON.stringify(snapshot.capture, undefined, 2)).split('\n'))
    context.terminal.say(line);
}
