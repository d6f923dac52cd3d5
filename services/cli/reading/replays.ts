import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { registerReplayDeletion } from '../commands/replays.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { ago, count } from '../table.ts';
import { milliseconds } from './figures.ts';
import { queryOf, rangeQuery } from './options.ts';
import { printRows, type ShownColumn } from './print.ts';

type ListOptions = OrganizationOptions & {
  readonly range: string;
  readonly service?: string;
  readonly user?: string;
  readonly page?: string;
  readonly error?: string;
  readonly attribute?: string;
  readonly errors?: true;
  readonly rage?: true;
  readonly dead?: true;
  readonly limit: string;
};

export function registerReplays(program: Command, context: CommandContext): void {
  const replays = program.command('replays').description('recorded sessions of browsers');
  withOrganizationOptions(replays.command('list', { isDefault: true }))
    .description('recorded sessions, the latest first')
    .option('--range <duration>', 'such as 6h or 7d', '24h')
    .option('--service <name>', 'that a span of this service names')
    .option('--user <id>', 'of this user')
    .option('--page <text>', 'with this text in a URL')
    .option('--error <text>', 'with this text in the message or type of an error')
    .option('--attribute <name=value>', 'whose user has this attribute')
    .option('--errors', 'that a failed span names')
    .option('--rage', 'with rage clicks')
    .option('--dead', 'with dead clicks')
    .option('--limit <n>', 'how many, 200 at most', '20')
    .action((options: ListOptions) => list(options, context));
  registerReplayDeletion(replays, context);
}

async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const { range, service, user, page, error, limit, errors, rage, dead } = options;
  const query = queryOf({
    ...rangeQuery(range, options),
    service,
    user_id: user,
    page,
    error,
    ...attributeQuery(options),
    has_errors: errors && 'true',
    min_rage_clicks: rage && '1',
    min_dead_clicks: dead && '1',
    limit,
  });
  const asked = { route: 'listReplays', query, text: 'Reading recorded sessions' } as const;
  const { replays } = await callApi(asked, options, context);
  const none = 'No session was recorded in this time, or none passes the filters.';
  printRows({ rows: replays, columns: ofReplays(Date.now()), none }, context);
}

function attributeQuery({ attribute }: Pick<ListOptions, 'attribute'>) {
  if (attribute === undefined) return {};
  const [, name, value] = /^([^=]+)=(.+)$/u.exec(attribute) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`expected --attribute such as plan=team, found ${attribute}`);
  return { user_attribute: name, user_value: value };
}

type Replay = ResponseOf<'listReplays'>['replays'][number];

const ofReplays = (nowMs: number): readonly ShownColumn<Replay>[] => [
  { title: 'session', text: row => row.session_id },
  { title: 'began', text: row => ago(row.started_at, nowMs) },
  { title: 'length', text: row => milliseconds(row.duration_ms), align: 'right' },
  { title: 'user', text: row => row.user_id ?? '–', isLong: true },
  { title: 'rage', text: row => count(row.rage_click_count), align: 'right' },
  { title: 'dead', text: row => count(row.dead_click_count), align: 'right' },
  { title: 'errors', text: row => count(row.error_count), align: 'right' },
  { title: 'page', text: row => row.url ?? '–', isLong: true },
];
