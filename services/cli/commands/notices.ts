import type { Command } from 'commander';
import type { NoticeBody } from '../../../schemas/notices/routes.ts';
import type { CommandContext } from '../context.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { table } from '../table.ts';

type ListOptions = OrganizationOptions & { readonly alert?: string };

const alertsShown = '20';

export function registerNotices(program: Command, context: CommandContext): void {
  const notices = program.command('notices').description('what channels were told of alerts');
  withOrganizationOptions(notices.command('list'))
    .description(`who was told what, and who was not and why, for the newest ${alertsShown} alerts`)
    .option('--alert <id>', 'only this alert, as GET /v1/alerts shows it')
    .action((options: ListOptions) => list(options, context));
}

async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const rows: string[][] = [];
  for (const id of await alertIds(options, context)) {
    const request = { route: 'alertNotices', params: { id }, text: 'Reading notices' } as const;
    const { notices } = await callApi(request, options, context);
    for (const notice of notices) {
      context.terminal.record({ alert_id: id, ...notice });
      rows.push(rowOf(id, notice));
    }
  }
  const title = ['at', 'alert', 'why', 'channel', 'result', 'attempts'];
  for (const line of rows.length === 0 ? ['There are no notices.'] : table([title, ...rows]))
    context.terminal.say(line);
}

async function alertIds(options: ListOptions, context: CommandContext): Promise<readonly string[]> {
  if (options.alert !== undefined) return [options.alert];
  const query = new URLSearchParams({ limit: alertsShown });
  const request = { route: 'listAlerts', query, text: 'Reading alerts' } as const;
  return (await callApi(request, options, context)).alerts.map(({ id }) => id);
}

const rowOf = (alert: string, notice: NoticeBody): string[] => [
  notice.at,
  alert,
  notice.why,
  notice.channel_name ?? notice.channel_id ?? 'none',
  [notice.result, notice.reason ?? notice.error].filter(part => part !== null).join(': '),
  String(notice.attempts),
];
