import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { durationMs } from '../duration.ts';
import { CommandFailed, UsageError } from '../errors.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { ago } from '../table.ts';
import { showAlert } from './alert.ts';
import { alertIdOf } from './alert-id.ts';
import { asOfQuery, queryOf, type ReadingOptions, shown, withReadingOptions } from './options.ts';
import { printRows, type ShownColumn } from './print.ts';
import { shortId } from './short-id.ts';

type ListOptions = ReadingOptions & {
  readonly status?: string;
  readonly severity?: string;
  readonly service?: string;
  readonly limit: string;
};
type SilenceOptions = OrganizationOptions & { readonly for: string; readonly reason?: string };
type NoteOptions = OrganizationOptions & { readonly note?: string };

const idHint = 'of the alert, or its beginning as the list shows it';

export function registerAlerts(program: Command, context: CommandContext): void {
  const alerts = program.command('alerts').description('alerts: what fires, why, and what to do');
  withReadingOptions(alerts.command('list', { isDefault: true }))
    .description('alerts, the newest first')
    .option('--status <status>', 'firing or resolved')
    .option('--severity <severity>', 'critical, warning or info')
    .option('--service <name>', 'only those of this service')
    .option('--limit <n>', 'how many', '20')
    .action((options: ListOptions) => shown(options, context, () => list(options, context)));
  withReadingOptions(alerts.command('show'))
    .description('one alert: evidence, likely causes, and what was done about it')
    .argument('<id>', idHint)
    .action((id: string, options: ReadingOptions) =>
      shown(options, context, () => showAlert(id, options, context)),
    );
  registerActs(alerts, context);
}

function registerActs(alerts: Command, context: CommandContext): void {
  withOrganizationOptions(alerts.command('acknowledge'))
    .description('say that somebody looks after it')
    .argument('<id>', idHint)
    .option('--note <text>', 'for the others')
    .action((id: string, options: NoteOptions) => acknowledge(id, options, context));
  withOrganizationOptions(alerts.command('resolve'))
    .description('close its item in the inbox; the alert itself ends when its rule says so')
    .argument('<id>', idHint)
    .option('--note <text>', 'what was done')
    .action((id: string, options: NoteOptions) => resolve(id, options, context));
  withOrganizationOptions(alerts.command('silence'))
    .description('hold the notices of its rule and service for a time')
    .argument('<id>', idHint)
    .option('--for <duration>', 'such as 30m, 2h or 1d', '1h')
    .option('--reason <text>', 'for those who wonder why nobody was told')
    .action((id: string, options: SilenceOptions) => silence(id, options, context));
}

async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const { status, severity, service, limit } = options;
  const query = queryOf({ status, severity, service, limit, ...asOfQuery(options) });
  const asked = { route: 'listAlerts', query, text: 'Reading alerts' } as const;
  const { alerts } = await callApi(asked, options, context);
  const none = 'No alert passes these filters.';
  printRows({ rows: alerts, columns: ofAlerts(Date.now()), none }, context);
}

type Alert = ResponseOf<'listAlerts'>['alerts'][number];

const ofAlerts = (nowMs: number): readonly ShownColumn<Alert>[] => [
  { title: 'id', text: row => shortId(row.id) },
  { title: 'since', text: row => ago(row.triggered_at, nowMs) },
  { title: 'severity', text: row => row.severity },
  { title: 'status', text: row => row.status },
  { title: 'service', text: row => row.service_name, isLong: true },
  { title: 'what', text: row => row.message, isLong: true },
];

async function acknowledge(
  beginning: string,
  options: NoteOptions,
  context: CommandContext,
): Promise<void> {
  const params = { id: await alertIdOf(beginning, options, context) };
  const body = options.note === undefined ? {} : { note: options.note };
  const asked = { route: 'acknowledgeAlert', params, body } as const;
  const { item } = await callApi({ ...asked, text: 'Acknowledging' }, options, context);
  context.terminal.record(item);
  context.terminal.say(`The alert is ${item.status}.`);
}

async function resolve(
  beginning: string,
  options: NoteOptions,
  context: CommandContext,
): Promise<void> {
  const { triage_item_id: id } = await alertOf(beginning, options, context);
  if (id === null) throw new CommandFailed('this alert has no item in the inbox');
  const body = { entity_type: 'alert', ...(options.note !== undefined && { note: options.note }) };
  const asked = { route: 'resolveTriageItem', params: { id }, body } as const;
  const { item } = await callApi({ ...asked, text: 'Resolving' }, options, context);
  context.terminal.record(item);
  context.terminal.say(`Its item in the inbox is ${item.status}.`);
}

async function silence(
  beginning: string,
  options: SilenceOptions,
  context: CommandContext,
): Promise<void> {
  const ms = durationMs(options.for);
  if (ms === undefined) throw new UsageError(`expected --for such as 2h, found ${options.for}`);
  const { id, rule_id, service_name: service } = await alertOf(beginning, options, context);
  const body = {
    rule_id,
    ...(service !== '' && { service }),
    until: new Date(Date.now() + ms).toISOString(),
    reason: options.reason ?? `From the command line, for alert ${id}`,
  };
  const asked = { route: 'createSilence', body, text: 'Starting the silence' } as const;
  const created = await callApi(asked, options, context);
  context.terminal.record(created);
  context.terminal.say(`Its notices are held until ${created.until} (silence ${created.id}).`);
}

async function alertOf(
  beginning: string,
  options: OrganizationOptions,
  context: CommandContext,
): Promise<ResponseOf<'getAlert'>> {
  const params = { id: await alertIdOf(beginning, options, context) };
  return callApi({ route: 'getAlert', params, text: 'Reading the alert' }, options, context);
}
