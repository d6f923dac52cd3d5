import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callApi } from '../organization.ts';
import { ago, count } from '../table.ts';
import { milliseconds } from './figures.ts';
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
import { spanRows } from './span-rows.ts';

type ListOptions = ReadingOptions & {
  readonly range: string;
  readonly service?: string;
  readonly operation?: string;
  readonly status?: string;
  readonly slowerThan?: string;
  readonly limit: string;
};

/** Lines of one trace; the page shows all of them. */
const spansMax = 200;

export function registerTraces(program: Command, context: CommandContext): void {
  withReadingOptions(program.command('traces'))
    .description('traces, the newest first')
    .option('--range <duration>', 'such as 15m, 6h or 7d', '1h')
    .option('--service <name>', 'with a span of this service')
    .option('--operation <name>', 'with a span of this name')
    .option('--status <status>', 'ok or error')
    .option('--slower-than <ms>', 'milliseconds')
    .option('--limit <n>', 'how many', '20')
    .action((options: ListOptions) => shown(options, context, () => list(options, context)));
  withReadingOptions(program.command('trace'))
    .description('the spans of one trace as a tree')
    .argument('<id>', 'its trace id, 32 hexadecimal digits')
    .action((id: string, options: ReadingOptions) =>
      shown(options, context, () => show(id, options, context)),
    );
}

async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const { from, to, ...asOf } = rangeQuery(options.range, options);
  const { service, operation, status, slowerThan, limit } = options;
  const times = { start_time_from: from, start_time_to: to };
  const filters = { service, operation, status, min_duration: slowerThan, limit };
  const query = queryOf({ ...times, ...filters, ...asOf });
  const asked = { route: 'listTraces', query, text: 'Reading traces' } as const;
  const { traces } = await callApi(asked, options, context);
  const none = 'No trace passes these filters.';
  printRows({ rows: traces, columns: ofTraces(Date.now()), none }, context);
}

type Trace = ResponseOf<'listTraces'>['traces'][number];

const ofTraces = (nowMs: number): readonly ShownColumn<Trace>[] => [
  { title: 'began', text: row => ago(row.start_time, nowMs) },
  { title: 'duration', text: row => milliseconds(row.duration_ms), align: 'right' },
  { title: 'errors', text: row => String(row.error_count), align: 'right' },
  {
    title: 'service: operation',
    text: row => `${row.service_name}: ${row.operation_name}`,
    isLong: true,
  },
  { title: 'trace', text: row => row.trace_id },
];

async function show(id: string, options: ReadingOptions, context: CommandContext): Promise<void> {
  const query = queryOf(asOfQuery(options));
  const asked = { route: 'getTraceOutline', params: { id }, query } as const;
  const outline = await callApi({ ...asked, text: 'Reading the trace' }, options, context);
  const { terminal } = context;
  terminal.record(outline);
  if (terminal.json) return;
  const { trace, spans } = outline;
  terminal.say(
    `${terminal.style.bold(oneLine(`${trace.service_name}: ${trace.operation_name}`))}, ${trace.start_time}, ` +
      `${milliseconds(trace.duration_ms)}, ${count(spans)} spans, ${count(trace.error_count)} failed`,
  );
  const rows = spanRows(outline);
  printRows({ rows: rows.slice(0, spansMax), columns: ofSpans, none: 'No span.' }, context);
  if (rows.length > spansMax) terminal.say(`and ${count(rows.length - spansMax)} more`);
  terminal.say(`\n${pageUrl(`/traces/${trace.trace_id}`, options, context)}`);
}

const ofSpans: readonly ShownColumn<ReturnType<typeof spanRows>[number]>[] = [
  { title: 'span', text: row => `${'  '.repeat(row.depth)}${row.name}`, isLong: true },
  { title: 'service', text: row => row.service, isLong: true },
  { title: 'after', text: row => milliseconds(row.afterMs), align: 'right' },
  { title: 'duration', text: row => milliseconds(row.durationMs), align: 'right' },
  { title: '', text: row => (row.isFailed ? 'failed' : '') },
];
