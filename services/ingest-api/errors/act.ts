import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import type { ErrorGroupCommand, RegressErrorGroup } from '../../../schemas/errors/commands.ts';
import { type ErrorGroupId, errorGroupId, errorGroupStream } from '../../../schemas/errors/ids.ts';
import { idIn } from '../resource.ts';
import type { IngestShared } from '../shared.ts';
import { expectGroup, readStatus } from './group.ts';

type Act = Exclude<ErrorGroupCommand, RegressErrorGroup>['type'];

const named = { name: 'error', id: errorGroupId };

type Asked = Pick<HttpRequest<'resolveError'>, 'key' | 'params' | 'signal' | 'receivedAtMs'>;
type Acting = { readonly found: ErrorGroupId; readonly request: Omit<Asked, 'params'> };

/** What the three endpoints share: a group that the request names, and its status afterwards. */
const acting = (type: Act, dependencies: IngestShared) => ({
  prepare: async ({ params }: Pick<Asked, 'params'>) => idIn(named, params),
  stream: ({ found, request: { key } }: Acting) => errorGroupStream(key.organizationId, found),
  payload: async ({ found, request }: Acting) => ({
    type,
    data: await expectGroup(found, request, dependencies),
  }),
  respond: async (_: unknown, { found: id, request: { key, signal } }: Acting) => {
    const status = await readStatus(key.organizationId, id, { ...dependencies, signal });
    return { status: 200, body: { success: true as const, id, ...status } };
  },
});

/** POST /v1/errors/:id/resolve */
export const resolveError = (dependencies: IngestShared): Handler<'resolveError'> =>
  commandEndpoint(
    { route: 'resolveError', ...acting('ResolveErrorGroup', dependencies) },
    dependencies,
  );

/** POST /v1/errors/:id/ignore */
export const ignoreError = (dependencies: IngestShared): Handler<'ignoreError'> =>
  commandEndpoint(
    { route: 'ignoreError', ...acting('IgnoreErrorGroup', dependencies) },
    dependencies,
  );

/** POST /v1/errors/:id/reopen */
export const reopenError = (dependencies: IngestShared): Handler<'reopenError'> =>
  commandEndpoint(
    { route: 'reopenError', ...acting('ReopenErrorGroup', dependencies) },
    dependencies,
  );
