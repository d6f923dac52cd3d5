import type { Command } from 'commander';
import type { AdminJob } from '../../../schemas/admin/jobs.ts';
import type { CommandContext } from '../context.ts';
import { callAdminApi, type OperatorOptions, withOperatorOptions } from '../operator.ts';
import { printRows, type ShownColumn } from '../reading/print.ts';
import { parseResponse } from '../responses.ts';
import { count } from '../table.ts';

/** `jobs`: backups, checks and rebuilds of this process; `jobs cancel`. */
export function registerJobs(program: Command, context: CommandContext): void {
  const jobs = program.command('jobs').description('backups, checks and rebuilds of a server');
  withOperatorOptions(jobs.command('list', { isDefault: true }))
    .description('the jobs since the server started, the latest first')
    .action((options: OperatorOptions) => list(options, context));
  withOperatorOptions(jobs.command('cancel'))
    .description('end a job, of which nothing stays')
    .argument('<id>', 'as the list shows it')
    .action((id: string, options: OperatorOptions) => cancel(id, options, context));
}

async function list(options: OperatorOptions, context: CommandContext): Promise<void> {
  const asked = { method: 'GET', path: '/admin/jobs' } as const;
  const { body } = await callAdminApi(asked, options, context, 'Reading jobs');
  const { jobs: rows } = parseResponse('adminJobs', body);
  printRows({ rows, columns, none: 'There were no jobs since this server started.' }, context);
}

const columns: readonly ShownColumn<AdminJob>[] = [
  { title: 'id', text: ({ id }) => id },
  { title: 'kind', text: ({ kind }) => kind },
  { title: 'state', text: ({ state }) => state },
  { title: 'started', text: ({ started_at }) => started_at },
  {
    title: 'step',
    text: ({ step, done, total }) =>
      `${step}, ${total === null ? count(done) : `${count(done)} of ${count(total)}`}`,
    isLong: true,
  },
];

async function cancel(
  id: string,
  options: OperatorOptions,
  context: CommandContext,
): Promise<void> {
  const path = `/admin/jobs/${encodeURIComponent(id)}/cancel`;
  const asked = { method: 'POST', path } as const;
  const { body } = await callAdminApi(asked, options, context, 'Cancelling the job');
  const job = parseResponse('adminCancelJob', body);
  context.terminal.record(job);
  context.terminal.say(`The ${job.kind} is cancelled.`);
}
