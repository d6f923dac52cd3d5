import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { table } from '../table.ts';

type ListOptions = OrganizationOptions & { readonly service?: string; readonly status?: string };

export function registerBreakpoints(program: Command, context: CommandContext): void {
  const breakpoints = program.command('breakpoints').description('breakpoints in running services');
  withOrganizationOptions(breakpoints.command('list'))
    .description('the breakpoints, the newest first')
    .option('--service <name>', 'only those of this service')
    .option('--status <status>', 'active, disabled, exhausted or expired')
    .action((options: ListOptions) => list(options, context));
  withOrganizationOptions(breakpoints.command('enable'))
    .description('lets a breakpoint capture again')
    .argument('<id>')
    .action((id: string, options: OrganizationOptions) =>
      turn('enableBreakpoint', id, options, context),
    );
  withOrganizationOptions(breakpoints.command('disable'))
    .description('stops the captures of a breakpoint')
    .argument('<id>')
    .action((id: string, options: OrganizationOptions) =>
      turn('disableBreakpoint', id, options, context),
    );
}

async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const query = new URLSearchParams();
  for (const filter of ['service', 'status'] as const) {
    const value = options[filter];
    if (value !== undefined) query.set(filter, value);
  }
  const request = { route: 'listBreakpoints', query, text: 'Reading the breakpoints' } as const;
  const { breakpoints } = await callApi(request, options, context);
  const { terminal } = context;
  for (const breakpoint of breakpoints) terminal.record(breakpoint);
  const title = ['id', 'service', 'function', 'label', 'place', 'status', 'captures'];
  const lines = table([title, ...breakpoints.map(rowOf)]);
  for (const line of breakpoints.length === 0 ? ['There are no breakpoints.'] : lines)
    terminal.say(line);
}

type Breakpoint = ResponseOf<'listBreakpoints'>['breakpoints'][number];

const rowOf = (breakpoint: Breakpoint): string[] => [
  breakpoint.id,
  breakpoint.service_name,
  breakpoint.function_name,
  breakpoint.label,
  `${breakpoint.file_path}:${breakpoint.line_number}`,
  breakpoint.status,
  `${breakpoint.capture_count}/${breakpoint.max_captures === 0 ? '∞' : breakpoint.max_captures}`,
];

async function turn(
  route: 'enableBreakpoint' | 'disableBreakpoint',
  id: string,
  options: OrganizationOptions,
  context: CommandContext,
): Promise<void> {
  const request = { route, params: { id }, text: 'Changing the breakpoint' } as const;
  const breakpoint = await callApi(request, options, context);
  context.terminal.record(breakpoint);
  context.terminal.say(`The breakpoint ${breakpoint.id} is ${breakpoint.status}.`);
}
