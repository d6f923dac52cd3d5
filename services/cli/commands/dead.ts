import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { callAdminApi, type OperatorOptions, withOperatorOptions } from '../operator.ts';
import { parseResponse } from '../responses.ts';
import { count, table } from '../table.ts';
import { showDead } from './dead-show.ts';

type ListOptions = OperatorOptions & { readonly topic?: string; readonly limit: string };
type RedriveOptions = OperatorOptions & { readonly all?: true };

const errorCharactersMax = 80;

export function registerDead(program: Command, context: CommandContext): void {
  const dead = program.command('dead').description('records that could not be processed');
  withOperatorOptions(dead.command('list'))
    .description('list them, the latest first')
    .option('--topic <topic>', 'only of this topic')
    .option('--limit <n>', 'how many', '100')
    .action((options: ListOptions) => list(options, context));
  withOperatorOptions(dead.command('show'))
    .description('show one whole, its body decoded as far as it can be')
    .argument('<id>', 'as dead list shows it')
    .action((id: string, options: OperatorOptions) => showDead(id, options, context));
  withOperatorOptions(dead.command('redrive'))
    .description('send them on their way again')
    .argument('[id...]', 'as dead list shows them')
    .option('--all', 'all that were not sent again yet')
    .action((ids: string[], options: RedriveOptions) => redrive(ids, options, context));
}

async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const query = new URLSearchParams({
    limit: options.limit,
    ...(options.topic !== undefined && { topic: options.topic }),
  });
  const asked = { method: 'GET', path: `/admin/dead?${query}` } as const;
  const { body } = await callAdminApi(asked, options, context, 'Reading the dead letters');
  const { records, total } = parseResponse('adminDead', body);
  for (const record of records) terminal.record(record);
  if (records.length === 0) return terminal.say('There are no dead letters.');
  const rows = records.map(record => [
    record.id,
    record.dead_at,
    record.reason,
    record.redriven ? 'sent again' : 'waiting',
    record.error.split('\n', 1)[0]?.slice(0, errorCharactersMax) ?? '',
  ]);
  for (const line of table([['id', 'since', 'reason', 'state', 'error'], ...rows])) {
    terminal.say(line);
  }
  if (total > records.length) terminal.say(`… and ${count(total - records.length)} earlier ones`);
}

async function redrive(
  ids: readonly string[],
  options: RedriveOptions,
  context: CommandContext,
): Promise<void> {
  if (ids.length > 0 === (options.all === true)) {
    throw new UsageError('expected either ids, as tidemark dead list shows them, or --all');
  }
  const body = options.all ? { all: true } : { ids };
  const asked = { method: 'POST', path: '/admin/dead/redrive', body } as const;
  const answered = await callAdminApi(asked, options, context, 'Sending them again');
  const { redriven, left } = parseResponse('adminRedrive', answered.body);
  context.terminal.record({ redriven, ...(left !== undefined && { left }) });
  if (redriven === 0) return context.terminal.say('There is nothing to send again.');
  const records = redriven === 1 ? '1 record is' : `${count(redriven)} records are`;
  context.terminal.say(`${records} on the way again.`);
  if (left !== undefined) context.terminal.say(`${count(left)} more wait: run it once more.`);
}
