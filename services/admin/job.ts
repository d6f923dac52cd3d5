import type { Handler } from '../../platform/http/handler.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import type { AdminJob } from '../../schemas/admin/jobs.ts';
import type { AdminContext } from './context.ts';

export const listJobs =
  ({ jobs }: AdminContext): Handler<'adminJobs'> =>
  async () => ({ status: 200, body: { jobs: [...jobs.list()] } });

export const showJob =
  ({ jobs }: AdminContext): Handler<'adminJob'> =>
  async ({ params: { id } }) => {
    return { status: 200, body: jobOf(id, jobs) };
  };

export const cancelJob =
  ({ jobs }: AdminContext): Handler<'adminCancelJob'> =>
  async ({ params: { id } }) => {
    const { kind } = jobOf(id, jobs);
    await jobs.cancel(id);
    const job = jobOf(id, jobs);
    if (job.state === 'cancelled') return { status: 200, body: job };
    throw new HttpProblem({
      status: 409,
      code: 'conflict',
      message: `the ${kind} has ended already: ${job.state}`,
    });
  };

function jobOf(id: string, jobs: AdminContext['jobs']): AdminJob {
  const job = jobs.find(id);
  if (job !== undefined) return job;
  throw notFound(`this process knows no job ${id}: it ended long ago, or before a restart`);
}
