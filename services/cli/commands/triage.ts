import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { wholeId } from '../reading/short-id.ts';
import { table } from '../table.ts';

type ListOptions = OrganizationOptions & {
  readonly status?: string;
  readonly severity?: string;
  readonly type?: string;
  readonly service?: string;
  readonly limit: string;
};

/** Among so many of the newest items a beginning of an id is looked for. */
const itemsMax = '200';

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
  withOrganizationOptions(triage.command('act'))
    .description('acknowledge, investigate, snooze or resolve an item')
    .argument('<id>', 'of the item, or its beginning')
    .argument('<action>', Object.keys(acts).join(', '))
    .option('--for <duration>', 'how long it is snoozed: 1h, 4h, 24h or 7d', '1h')
    .option('--note <text>', 'for the others')
    .action((id: string, action: string, options: ActOptions) => act(id, action, options, context));
}

type ActOptions = OrganizationOptions & { readonly for: string; readonly note?: string };

const acts = {
  acknowledge: 'acknowledgeTriageItem',
  investigate: 'investigateTriageItem',
  snooze: 'snoozeTriageItem',
  resolve: 'resolveTriageItem',
} as const;

const isAct = (text: string): text is keyof typeof acts => Object.hasOwn(acts, text);

async function act(
  beginning: string,
  action: string,
  options: ActOptions,
  context: CommandContext,
): Promise<void> {
  if (!isAct(action))
    throw new UsageError(`expected ${Object.keys(acts).join(', ')}, found ${action}`);
  const item = await itemOf(beginning, options, context);
  const body = {
    entity_type: item.entity_type,
    ...(action === 'snooze' && { duration: options.for }),
    ...(options.note !== undefined && { note: options.note }),
  };
  const asked = { route: acts[action], params: { id: item.id }, body } as const;
  const done = await callApi({ ...asked, text: 'Changing the item' }, options, context);
  context.terminal.record(done.item);
  context.terminal.say(`The item is ${done.item.status}.`);
}

async function itemOf(
  beginning: string,
  options: OrganizationOptions,
  context: CommandContext,
): Promise<Item> {
  const query = new URLSearchParams({ limit: itemsMax });
  const text = 'Reading the triage inbox';
  const { items } = await callApi({ route: 'listTriageItems', query, text }, options, context);
  const id = await wholeId(beginning, 'item', async () => items);
  const found = items.find(item => item.id === id);
  if (found !== undefined) return found;
  const asked = { route: 'getTriageItem', params: { id }, text } as const;
  return (await callApi(asked, options, context)).item;
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
