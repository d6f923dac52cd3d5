import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { table } from '../table.ts';

type ListOptions = OrganizationOptions & { readonly limit: string };
type ReplayOptions = OrganizationOptions & {
  readonly from: string;
  readonly to?: string;
  readonly event?: readonly string[];
  readonly dryRun?: true;
};

export function registerWebhooks(program: Command, context: CommandContext): void {
  const webhooks = program.command('webhooks').description('endpoints that are sent events');
  withOrganizationOptions(webhooks.command('list'))
    .description('webhooks, and how their deliveries went')
    .action((options: OrganizationOptions) => list(options, context));
  withOrganizationOptions(webhooks.command('deliveries'))
    .description('deliveries of a webhook with their attempts, the newest first')
    .argument('<id>', 'of the webhook')
    .option('--limit <n>', 'how many', '50')
    .action((id: string, options: ListOptions) => deliveries(id, options, context));
  withOrganizationOptions(webhooks.command('retry'))
    .description('try a delivery again now')
    .argument('<id>', 'of the webhook')
    .argument('<delivery>', 'as deliveries shows it')
    .action((id: string, delivery: string, options: OrganizationOptions) =>
      retry(id, delivery, options, context),
    );
  withOrganizationOptions(webhooks.command('replay'))
    .description('deliver the events of a time range to a webhook again')
    .argument('<id>', 'of the webhook')
    .requiredOption('--from <instant>', 'RFC 3339')
    .option('--to <instant>', 'RFC 3339; now when absent')
    .option('--event <type...>', 'only these types; those of the webhook when absent')
    .option('--dry-run', 'only count them')
    .action((id: string, options: ReplayOptions) => replay(id, options, context));
}

async function list(options: OrganizationOptions, context: CommandContext): Promise<void> {
  const request = { route: 'listWebhooks', text: 'Reading webhooks' } as const;
  const { webhooks } = await callApi(request, options, context);
  for (const webhook of webhooks) context.terminal.record(webhook);
  const rows = webhooks.map(webhook => [
    webhook.id,
    webhook.name,
    webhook.disabled_reason === null
      ? webhook.status
      : `${webhook.status}: ${webhook.disabled_reason}`,
    `${webhook.successful_deliveries} of ${webhook.total_deliveries}`,
    String(webhook.failed_deliveries),
    webhook.url,
  ]);
  const title = ['id', 'name', 'status', 'delivered', 'failed', 'url'];
  say(rows, title, 'There are no webhooks.', context);
}

async function deliveries(
  id: string,
  options: ListOptions,
  context: CommandContext,
): Promise<void> {
  const query = new URLSearchParams({ limit: options.limit });
  const asked = { route: 'listWebhookDeliveries', params: { id }, query } as const;
  const found = await callApi({ ...asked, text: 'Reading deliveries' }, options, context);
  for (const delivery of found.deliveries) context.terminal.record(delivery);
  const title = ['id', 'event', 'number', 'status', 'attempts', 'last response'];
  say(found.deliveries.map(rowOf), title, 'There are no deliveries.', context);
}

type Delivery = ResponseOf<'listWebhookDeliveries'>['deliveries'][number];

function rowOf({ id, event, sequence, status, attempts }: Delivery): string[] {
  const last = attempts.at(-1);
  const response = last === undefined ? '' : `${last.error ?? last.status}, ${last.duration_ms} ms`;
  return [id, event, String(sequence), status, String(attempts.length), response];
}

async function retry(
  id: string,
  delivery: string,
  options: OrganizationOptions,
  context: CommandContext,
): Promise<void> {
  const params = { id, delivery_id: delivery };
  const asked = { route: 'retryWebhookDelivery', params } as const;
  const done = await callApi({ ...asked, text: 'Retrying the delivery' }, options, context);
  context.terminal.record(done);
  context.terminal.say(`The delivery ${done.delivery_id} is tried again.`);
}

async function replay(id: string, options: ReplayOptions, context: CommandContext): Promise<void> {
  const { from, to = new Date().toISOString(), event: events, dryRun = false } = options;
  const body = { from, to, dry_run: dryRun, ...(events !== undefined && { events }) };
  const asked = { route: 'replayWebhook', params: { id }, body } as const;
  const done = await callApi({ ...asked, text: 'Replaying events' }, options, context);
  context.terminal.record(done);
  const what = dryRun ? 'would be delivered again' : 'are delivered again';
  context.terminal.say(`${done.count} events ${what}.`);
}

function say(
  rows: readonly (readonly string[])[],
  title: readonly string[],
  none: string,
  { terminal }: CommandContext,
): void {
  for (const line of rows.length === 0 ? [none] : table([title, ...rows])) terminal.say(line);
}
