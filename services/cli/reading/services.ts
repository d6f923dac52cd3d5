import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callApi } from '../organization.ts';
import { count } from '../table.ts';
import { milliseconds, percent } from './figures.ts';
import {
  asOfQuery,
  pageUrl,
  queryOf,
  type ReadingOptions,
  rangeQuery,
  shown,
  withReadingOptions,
} from './options.ts';
import { oneLine, printRows, type ShownColumn } from './print.ts';

type ListOptions = ReadingOptions & { readonly range: string };
type OneOptions = ReadingOptions & { readonly window: string };

export function registerServices(program: Command, context: CommandContext): void {
  withReadingOptions(program.command('services'))
    .description('services with their requests, errors, p95 and alerts, those that fire first')
    .option('--range <duration>', 'such as 15m, 6h or 7d', '1h')
    .action((options: ListOptions) => shown(options, context, () => list(options, context)));
  withReadingOptions(program.command('service'))
    .description('one service and its operations')
    .argument('<name>', 'its service.name')
    .option('--window <window>', '5m, 15m, 1h, 6h or 24h', '1h')
    .action((name: string, options: OneOptions) =>
      shown(options, context, () => show(name, options, context)),
    );
}

async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const query = queryOf(rangeQuery(options.range, options));
  const asked = { route: 'listServices', query, text: 'Reading services' } as const;
  const { services } = await callApi(asked, options, context);
  const rows = services.toSorted(
    (a, b) => (b.open_alerts ?? 0) - (a.open_alerts ?? 0) || b.request_count - a.request_count,
  );
  printRows({ rows, columns: ofServices, none: 'No service had a request in this time.' }, context);
}

type Service = ResponseOf<'listServices'>['services'][number];

const ofServices: readonly ShownColumn<Service>[] = [
  { title: 'service', text: ({ name }) => name, isLong: true },
  { title: 'requests', text: row => count(row.request_count), align: 'right' },
  { title: 'errors', text: row => percent(row.error_rate), align: 'right' },
  { title: 'p95', text: row => milliseconds(row.p95_latency), align: 'right' },
  { title: 'alerts', text: row => String(row.open_alerts ?? 0), align: 'right' },
  { title: 'version', text: row => row.version ?? '', isLong: true },
];

async function show(name: string, options: OneOptions, context: CommandContext): Promise<void> {
  const query = queryOf({ window: options.window, ...asOfQuery(options) });
  const asked = { route: 'serviceDetail', params: { name }, query } as const;
  const found = await callApi({ ...asked, text: 'Reading the service' }, options, context);
  const { terminal } = context;
  terminal.record(found);
  if (terminal.json) return;
  terminal.say(
    `${terminal.style.bold(oneLine(found.name))}: ${count(found.request_count)} requests in ${found.window}, ` +
      `${percent(found.error_rate)} failed`,
  );
  const [p50, p95, p99] = [found.p50_latency, found.p95_latency, found.p99_latency];
  terminal.say(`p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}, p99 ${milliseconds(p99)}`);
  for (const error of found.top_errors)
    terminal.say(`${count(error.count)} × ${oneLine(error.message)}`);
  terminal.say('');
  printRows({ rows: found.operations, columns: ofOperations, none: 'No operation.' }, context);
  terminal.say(`\n${pageUrl(`/services/${encodeURIComponent(name)}`, options, context)}`);
}

type Operation = ResponseOf<'serviceDetail'>['operations'][number];

const ofOperations: readonly ShownColumn<Operation>[] = [
  { title: 'operation', text: row => row.operation_name, isLong: true },
  { title: 'requests', text: row => count(row.count), align: 'right' },
  { title: 'errors', text: row => percent(row.error_rate), align: 'right' },
  { title: 'mean', text: row => milliseconds(row.avg_latency), align: 'right' },
  { title: 'p95', text: row => milliseconds(row.p95_latency), align: 'right' },
];
