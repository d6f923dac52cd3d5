import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { firesAt } from '../reading/fires-at.ts';
import { objectiveIdOf } from '../reading/objective-id.ts';
import { oneLine } from '../reading/print.ts';

type Options = OrganizationOptions & {
  readonly name?: string;
  readonly service?: string;
  readonly operation?: string;
  readonly target?: string;
  readonly latency?: string;
  readonly days?: string;
  readonly calendar?: true;
};

/** `create`, `change`, `alert` and `delete` of objectives. */
export function registerObjectiveChanges(slos: Command, context: CommandContext): void {
  withFields(slos.command('create'))
    .description('an objective; spans that are stored already count')
    .action((options: Options) => create(options, context));
  withFields(slos.command('change'))
    .description('change what is given of an objective')
    .argument('<id>', 'of the objective, or its beginning')
    .action((id: string, options: Options) => change(id, options, context));
  withOrganizationOptions(slos.command('alert'))
    .description('alert rules about its fast and its slow burn rate; those that it has stay')
    .argument('<id>', 'of the objective, or its beginning')
    .action((id: string, options: OrganizationOptions) => alert(id, options, context));
  withOrganizationOptions(slos.command('delete'))
    .description('delete an objective')
    .argument('<id>', 'of the objective, or its beginning')
    .action((id: string, options: OrganizationOptions) => remove(id, options, context));
}

const withFields = (command: Command): Command =>
  withOrganizationOptions(command)
    .option('--name <text>', 'of the objective')
    .option('--service <name>', 'whose requests count')
    .option('--operation <name>', 'only requests of this name')
    .option('--target <percent>', 'of the requests that should be good, such as 99.9')
    .option('--latency <ms>', 'good within so many milliseconds; without it, good without an error')
    .option('--days <n>', 'of the window, 7 to 90')
    .option('--calendar', 'the running week (7), month (28 to 31) or quarter (90) of the calendar');

async function create(options: Options, context: CommandContext): Promise<void> {
  const { name, service, target } = options;
  if (name === undefined || service === undefined || target === undefined)
    throw new UsageError('expected --name, --service and --target');
  const kind = options.latency === undefined ? 'availability' : 'latency';
  const body = { kind, ...fieldsOf(options) };
  const request = { route: 'createObjective', body, text: 'Creating the objective' } as const;
  const created = await callApi(request, options, context);
  context.terminal.record(created);
  context.terminal.say(`The objective ${created.id} is created.`);
}

async function change(beginning: string, options: Options, context: CommandContext): Promise<void> {
  const params = { id: await objectiveIdOf(beginning, options, context) };
  const body = {
    ...(options.latency !== undefined && { kind: 'latency' }),
    ...fieldsOf(options),
  };
  const request = { route: 'changeObjective', params, body, text: 'Changing it' } as const;
  const changed = await callApi(request, options, context);
  context.terminal.record(changed);
  context.terminal.say(`The objective ${changed.id} is changed.`);
}

async function alert(
  beginning: string,
  options: OrganizationOptions,
  context: CommandContext,
): Promise<void> {
  const params = { id: await objectiveIdOf(beginning, options, context) };
  const request = { route: 'alertOnObjective', params, text: 'Creating alert rules' } as const;
  const found = await callApi(request, options, context);
  context.terminal.record(found);
  for (const { name, ...rule } of found.rules)
    context.terminal.say(`${oneLine(name)}: ${firesAt(rule)} (${rule.severity})`);
}

async function remove(
  beginning: string,
  options: OrganizationOptions,
  context: CommandContext,
): Promise<void> {
  const params = { id: await objectiveIdOf(beginning, options, context) };
  const request = { route: 'deleteObjective', params, text: 'Deleting the objective' } as const;
  const deleted = await callApi(request, options, context);
  context.terminal.record(deleted);
  context.terminal.say(`The objective ${deleted.id} is deleted.`);
}

const fieldsOf = ({ name, service, operation, target, latency, days, calendar }: Options) => ({
  ...(name !== undefined && { name }),
  ...(service !== undefined && { service }),
  ...(operation !== undefined && { operation }),
  ...(target !== undefined && { target: numberOf('--target', target) }),
  ...(latency !== undefined && { threshold_ms: numberOf('--latency', latency) }),
  ...(days !== undefined && { window_days: numberOf('--days', days) }),
  ...(calendar !== undefined && { window_type: 'calendar' }),
});

function numberOf(option: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new UsageError(`expected a number after ${option}, found ${text}`);
}
