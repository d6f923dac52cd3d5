import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callApi } from '../organization.ts';
import { ago, count } from '../table.ts';
import { queryOf, type ReadingOptions, rangeQuery, shown, withReadingOptions } from './options.ts';
import { printRows, type ShownColumn } from './print.ts';

type ListOptions = ReadingOptions & {
  readonly range: string;
  readonly service?: string;
  readonly status?: string;
  readonly limit: string;
};

export function registerErrors(program: Command, context: CommandContext): void {
  withReadingOptions(program.command('errors'))
    .description('errors in groups, the most frequent first')
    .option('--range <duration>', 'such as 15m, 6h or 7d', '24h')
    .option('--service <name>', 'only those of this service')
    .option('--status <status>', 'open, resolved, ignored or regressed')
    .option('--limit <n>', 'how many', '20')
    .action((options: ListOptions) => shown(options, context, () => list(options, context)));
}

async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const { range, service, status, limit } = options;
  const query = queryOf({ ...rangeQuery(range, options), service, status, limit });
  const asked = { route: 'listErrors', query, text: 'Reading errors' } as const;
  const { errors } = await callApi(asked, options, context);
  const none = 'No error in this time.';
  printRows({ rows: errors, columns: ofErrors(Date.now()), none }, context);
}

type Group = ResponseOf<'listErrors'>['errors'][number];

const ofErrors = (nowMs: number): readonly ShownColumn<Group>[] => [
  { title: 'count', text: row => count(row.count), align: 'right' },
  { title: 'last', text: row => ago(row.last_seen, nowMs) },
  { title: 'service', text: row => row.service_name, isLong: true },
  { title: 'error', text: row => `${row.error_type}: ${row.message}`, isLong: true },
  { title: 'status', text: row => (row.is_new ? 'new' : row.status) },
];
