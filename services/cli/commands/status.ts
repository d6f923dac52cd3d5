import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callAdminApi, type OperatorOptions, withOperatorOptions } from '../operator.ts';
import { parseResponse } from '../responses.ts';
import { ago, count, fitted, table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

type Status = ResponseOf<'adminStatus'>;

export function registerStatus(program: Command, context: CommandContext): void {
  withOperatorOptions(program.command('status'))
    .description('lag, last data, the last requests, and one sentence when something is wrong')
    .action((options: OperatorOptions) => showStatus(options, context));
}

async function showStatus(options: OperatorOptions, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const asked = { method: 'GET', path: '/admin/status' } as const;
  const { body, running } = await callAdminApi(asked, options, context, 'Reading the status');
  const status = parseResponse('adminStatus', body);
  terminal.record({ running, ...status });
  for (const line of [
    ...head(status, running, terminal),
    ...consumers(status),
    ...projections(status),
    ...requests(status, terminal),
  ]) {
    terminal.say(line);
  }
}

function head(status: Status, running: boolean, { style }: Terminal): readonly string[] {
  const { version, url, roles, cause } = status;
  const where = running
    ? `${style.bold(`Tidemark ${version}`)} at ${url || 'no port'}, up since ${status.started_at}`
    : `${style.bold(`Tidemark ${version}`)}: no server runs on this data folder; it was opened to look`;
  return [
    where,
    cause === null ? style.good('Nothing is wrong.') : style.bad(sentence(cause)),
    '',
    ...table([
      ...(running ? [['roles', roles.join(', ')]] : []),
      ['last data', lastData(status)],
      ['last event', lastEvent(status)],
    ]),
  ];
}

const lastEvent = ({ head: position }: Status): string => {
  if (position === null) return 'not known';
  return position < 0 ? 'none yet' : `at ${count(position)}`;
};

const lastData = ({ last_data_at: at }: Status): string =>
  at === null ? 'none yet' : `${ago(at, Date.now())} (${at})`;

function consumers({ consumers: all }: Status): readonly string[] {
  if (all === null) return ['', 'How far consumers are is not known while the log is away.'];
  const behind = all.filter(({ lag }) => lag > 0);
  if (behind.length === 0) return ['', 'Every consumer has read everything.'];
  const rows = behind.map(({ group, topic, partition, lag }) => [
    group,
    `${topic}/${partition}`,
    count(lag),
  ]);
  return ['', ...table([['consumer', 'partition', 'records behind'], ...rows], lagAligns)];
}

function projections({ projections: all }: Status): readonly string[] {
  if (all === null) return ['How far projections are is not known while the event store is away.'];
  const behind = all.filter(({ lag }) => lag > 0);
  if (behind.length === 0) return ['Every projection has read every event.'];
  const rows = behind.map(({ name, lag }) => [name, count(lag)]);
  return ['', ...table([['projection', 'events behind'], ...rows], ['left', 'right'])];
}

const lagAligns = ['left', 'left', 'right'] as const;

/** Of a request, the columns that may be cut: its route, why it was refused, and its client. */
const longColumns = [3, 6, 7] as const;

function requests({ requests: latest }: Status, { width }: Terminal): readonly string[] {
  if (latest.length === 0) return [];
  const rows = latest.map(request => [
    request.at.slice(11, 23),
    String(request.status),
    request.method,
    request.route || '(no such path)',
    `${request.duration_ms.toFixed(1)} ms`,
    request.accepted === 0 ? '' : count(request.accepted),
    request.reason ?? request.code ?? '',
    request.client,
  ]);
  const title = ['time (UTC)', 'status', 'method', 'route', 'took', 'spans', 'reason', 'client'];
  const fitting = fitted([title, ...rows], width, longColumns);
  return ['', ...table(fitting, ['left', 'right', 'left', 'left', 'right', 'right'])];
}

const sentence = (cause: string): string => `${cause.charAt(0).toUpperCase()}${cause.slice(1)}.`;
