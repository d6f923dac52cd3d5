import type { Handler } from '../../platform/http/handler.ts';
import type { AdminContext } from './context.ts';
import { expectKnown, rebuildOf } from './rebuild-of.ts';

/** `replay projection`: the same as a job, with its progress, until it is cancelled. */
export const rebuild =
  ({ projections, jobs }: AdminContext): Handler<'adminRebuild'> =>
  async ({ params: { projection }, body }) => {
    await expectKnown(projection, projections);
    const job = jobs.start('rebuild', async (tell, signal) => {
      const onRead = (done: number, total: number): void =>
        tell({ step: 'reads events', done, total });
      return { rebuild: await rebuildOf({ projection, ...body, signal, onRead }, projections) };
    });
    return { status: 202, body: job };
  };
