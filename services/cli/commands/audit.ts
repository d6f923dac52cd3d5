import type { Command } from 'commander';
import type { AuditEvent } from '../../../schemas/audit/routes.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { table } from '../table.ts';

type AuditOptions = OrganizationOptions & {
  readonly from?: string;
  readonly to?: string;
  readonly actor?: string;
  readonly resource?: string;
  readonly type?: string;
  readonly limit: string;
};

/** The most that one request may ask for. */
const pageMax = 500;

export function registerAudit(program: Command, context: CommandContext): void {
  withOrganizationOptions(program.command('audit'))
    .description('who changed what and when in the organization of TIDEMARK_API_KEY, newest first')
    .option('--from <instant>', 'only events recorded at or after it, such as 2026-11-25T00:00:00Z')
    .option('--to <instant>', 'only events recorded before it')
    .option('--actor <actor>', 'such as key:<id>, operator or system')
    .option('--resource <resource>', 'such as api-key or api-key:<id>')
    .option('--type <type>', 'such as ApiKeyIssued')
    .option('--limit <n>', 'how many', '50')
    .action((options: AuditOptions) => audit(options, context));
}

async function audit(options: AuditOptions, context: CommandContext): Promise<void> {
  if (!/^[1-9]\d{0,8}$/u.test(options.limit)) {
    throw new UsageError(`expected --limit to be a whole number from 1 on, found ${options.limit}`);
  }
  let left = Number(options.limit);
  let shown = 0;
  for (let cursor: string | null | undefined; cursor !== null && left > 0; ) {
    const query = queryOf(options, Math.min(left, pageMax), cursor);
    const request = { route: 'audit', query, text: 'Reading the audit log' } as const;
    const page = await callApi(request, options, context);
    show(page.events, shown === 0, context);
    left -= page.events.length;
    shown += page.events.length;
    cursor = page.next_cursor;
  }
  if (shown === 0) context.terminal.say('There are no such events.');
}

function queryOf(
  { from, to, actor, resource, type }: AuditOptions,
  limit: number,
  cursor: string | undefined,
): URLSearchParams {
  const given = Object.entries({ from, to, actor, resource, type, cursor });
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of given) if (value !== undefined) query.set(name, value);
  return query;
}

function show(events: readonly AuditEvent[], isFirst: boolean, { terminal }: CommandContext): void {
  for (const event of events) terminal.record(event);
  if (events.length === 0) return;
  const rows = events.map(event => [
    event.at,
    nameOf(event.actor),
    event.summary,
    nameOf(event.resource),
    event.changes.map(({ field }) => field).join(', '),
  ]);
  const title = ['at', 'actor', 'event', 'resource', 'changed'];
  for (const line of table(isFirst ? [title, ...rows] : rows)) terminal.say(line);
}

const nameOf = ({ type, id }: { readonly type: string; readonly id: string | null }): string =>
  id === null ? type : `${type}:${id}`;
