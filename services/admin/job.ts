import type { Handler } from '../../platform/http/handler.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { AdminContext } from './context.ts';

export const listJobs =
  ({ jobs }: AdminContext): Handler<'adminJobs'> =>
  async () => ({ status: 200, body: { jobs: [...jobs.list()] } });

export const showJob =
  ({ jobs }: AdminContext): Handler<'adminJob'> =>
  async ({ params: { id } }) => {
    const job = jobs.find(id);
    if (job === undefined)
      throw notFound(`this process knows no job ${id}: it ended long ago, or before a restart`);
    return { status: 200, body: job };
  };
