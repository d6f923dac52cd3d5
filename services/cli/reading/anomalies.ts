import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callApi } from '../organization.ts';
import { ago } from '../table.ts';
import { asOfQuery, queryOf, type ReadingOptions, shown, withReadingOptions } from './options.ts';
import { printRows, type ShownColumn } from './print.ts';
import { shortId } from './short-id.ts';

type ListOptions = ReadingOptions & {
  readonly service?: string;
  readonly status?: string;
  readonly limit: string;
};

export function registerAnomalies(program: Command, context: CommandContext): void {
  withReadingOptions(program.command('anomalies'))
    .description('what is unlike what is usual at its time, the newest first')
    .option('--service <name>', 'only those of this service')
    .option('--status <status>', 'open or ended')
    .option('--limit <n>', 'how many', '20')
    .action((options: ListOptions) => shown(options, context, () => list(options, context)));
}

async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const { service, status, limit } = options;
  const query = queryOf({ service, status, limit, ...asOfQuery(options) });
  const asked = { route: 'listAnomalies', query, text: 'Reading anomalies' } as const;
  const { anomalies } = await callApi(asked, options, context);
  const none = 'Nothing is unusual.';
  printRows({ rows: anomalies, columns: ofAnomalies(Date.now()), none }, context);
}

type Anomaly = ResponseOf<'listAnomalies'>['anomalies'][number];

const ofAnomalies = (nowMs: number): readonly ShownColumn<Anomaly>[] => [
  { title: 'id', text: row => shortId(row.id) },
  { title: 'found', text: row => ago(row.detected_at, nowMs) },
  { title: 'severity', text: row => row.severity },
  { title: 'service', text: row => row.service_name, isLong: true },
  { title: 'what', text: row => row.message, isLong: true },
  { title: 'status', text: row => row.status },
];
