import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { table } from '../table.ts';

type ListOptions = OrganizationOptions & {
  readonly status?: string;
  readonly severity?: string;
  readonly type?: string;
  readonly service?: string;
  readonly limit: string;
};

export function registerTriage(program: Command, context: CommandContext): void {
  const triage = program.command('triage').description('the triage inbox');
  withOrganizationOptions(triage.command('list'))
    .description('items of the triage inbox, the newest first')
    .option('--status <status>', 'open, acknowledged, investigating, snoozed or resolved')
    .option('--severity <severity>', 'critical, warning or info')
    .option('--type <type>', 'alert or anomaly')
    .option('--service <name>', 'only items of this service')
    .option('--limit <n>', 'how many', '50')
    .action((options: ListOptions) => list(options, context));
}

async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const query = new URLSearchParams({ limit: options.limit });
  for (const filter of ['status', 'severity', 'type', 'service'] as const) {
    const value = options[filter];
    if (value !== undefined) query.set(filter, value);
  }
  const request = { route: 'listTriageItems', query, text: 'Reading the triage inbox' } as const;
  const { items } = await callApi(request, options, context);
  const { terminal } = context;
  for (const item of items) terminal.record(item);
  const title = ['id', 'opened', 'severity', 'status', 'level', 'service', 'title'];
  const lines = table([title, ...items.map(rowOf)]);
  for (const line of items.length === 0 ? ['There are no items.'] : lines) terminal.say(line);
}

type Item = ResponseOf<'listTriageItems'>['items'][number];

const rowOf = (item: Item): string[] => [
  item.id,
  item.timestamp,
  item.severity,
  item.status,
  String(item.escalation_level),
  item.service_name,
  item.title,
];
