import type { AdminJob } from '../../schemas/admin/jobs.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed } from './errors.ts';
import { type AdminApi, type OperatorOptions, withAdminApi } from './operator.ts';
import { parseResponse } from './responses.ts';
import { count } from './table.ts';
import { untilEnded } from './until-ended.ts';

export type JobRequest = {
  readonly route: 'adminBackUp' | 'adminVerify' | 'adminRebuild';
  readonly path: string;
  readonly body: unknown;
  readonly text: string;
};

/** Begins a job, shows how far it is, and gives it when it has ended. Throws `CommandFailed` when it failed. */
export const runJob = (
  { route, path, body, text }: JobRequest,
  options: OperatorOptions,
  context: CommandContext,
): Promise<AdminJob> =>
  withAdminApi(options, context, text, async api => {
    const begun = parseResponse(route, await api.ask({ method: 'POST', path, body }));
    const job = await ended(begun, text, api, context.ended);
    if (job.state === 'failed') throw new CommandFailed(job.error ?? `${job.kind} failed`);
    if (job.state === 'cancelled') throw new CommandFailed(`the ${job.kind} was cancelled`);
    return job;
  });

const ended = (
  begun: AdminJob,
  text: string,
  { ask, report }: AdminApi,
  signal: AbortSignal,
): Promise<AdminJob> =>
  untilEnded(
    begun,
    async () => {
      const asked = { method: 'GET', path: `/admin/jobs/${begun.id}` } as const;
      const job = parseResponse('adminJob', await ask(asked));
      report(`${text}: ${stepOf(job)}`);
      return job;
    },
    signal,
  );

const stepOf = ({ step, done, total }: AdminJob): string =>
  total === null ? `${step}, ${count(done)}` : `${step}, ${count(done)} of ${count(total)}`;
