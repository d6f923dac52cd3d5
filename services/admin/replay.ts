import type { Handler } from '../../platform/http/handler.ts';
import type { AdminContext } from './context.ts';
import { rebuildOf } from './rebuild-of.ts';

/** `POST /admin/replay`: rebuilds a projection and responds when it is over. */
export const replay =
  ({ projections }: AdminContext): Handler<'adminReplay'> =>
  async ({ params: { projection }, body }) => ({
    status: 200,
    body: await rebuildOf({ projection, ...body }, projections),
  });
