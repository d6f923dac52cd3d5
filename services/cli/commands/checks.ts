import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { table } from '../table.ts';

export function registerChecks(program: Command, context: CommandContext): void {
  const checks = program.command('checks').description('health checks');
  withOrganizationOptions(checks.command('list'))
    .description('health checks with their status and their uptime')
    .action((options: OrganizationOptions) => list(options, context));
}

async function list(options: OrganizationOptions, context: CommandContext): Promise<void> {
  const request = { route: 'listHealthChecks', text: 'Reading health checks' } as const;
  const { health_checks: checks } = await callApi(request, options, context);
  const { terminal } = context;
  for (const check of checks) terminal.record(check);
  const title = ['id', 'service', 'name', 'type', 'status', 'uptime', 'last check', 'last error'];
  const lines = table([title, ...checks.map(rowOf)]);
  for (const line of checks.length === 0 ? ['There are no health checks.'] : lines)
    terminal.say(line);
}

type Check = ResponseOf<'listHealthChecks'>['health_checks'][number];

const rowOf = (check: Check): string[] => [
  check.id,
  check.service_name,
  check.check_name,
  check.check_type,
  check.enabled ? check.status : 'disabled',
  `${check.uptime_percentage} %`,
  check.last_check_at ?? 'never',
  check.consecutive_failures > 0 ? (check.last_error ?? '') : '',
];
