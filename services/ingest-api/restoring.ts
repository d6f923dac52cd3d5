import { notFound } from '../../platform/http/problem.ts';
import type { Row } from '../../platform/read-store/port.ts';
import type { DomainState } from '../../projections/engine/read/history.ts';
import type { Resource } from '../../projections/engine/resource.ts';
import { latestVersion, rowOfVersion, versionOf } from '../../projections/versions/versioned.ts';
import type { CommandPayload } from '../../schemas/features.ts';
import { type Asking, inPath } from './resource.ts';
import type { IngestShared } from './shared.ts';

type Request = Asking & {
  readonly body: { readonly version: number };
  readonly receivedAtMs: number;
};

/** A resource as it was in a version, and as it is. */
export type Restoring<R extends Row, Id extends string> = {
  readonly id: Id;
  readonly version: number;
  readonly was: R;
  /** Undefined: it was deleted. */
  readonly now: R | undefined;
  readonly state: DomainState;
  readonly request: Request;
};

type Restore<R extends Row, Id extends string> = {
  readonly resource: Resource<R, Id>;
  /** Throws what a change with these settings would get, or a creation where it was deleted. The current version is not checked: it changes nothing. */
  readonly check: (restoring: Restoring<R, Id>) => Promise<void> | void;
  readonly command: (restoring: Restoring<R, Id>) => Promise<CommandPayload> | CommandPayload;
};

/** Of an endpoint of `POST …/:id/restore`: the settings of the version become a command. */
export const restoring = <R extends Row, Id extends string>(
  { resource, check, command }: Restore<R, Id>,
  { projections }: Pick<IngestShared, 'projections'>,
) => ({
  ...inPath(resource),
  payload: async ({ found: id, request }: { readonly found: Id; readonly request: Request }) => {
    const { version } = request.body;
    const { organizationId } = request.key;
    const state = await projections.state({ signal: request.signal });
    const named = { resource, organizationId, id };
    const latest = latestVersion(named, projections);
    const current = latest && rowOfVersion(named, latest, projections);
    if (latest === undefined || current === undefined)
      throw notFound(`there is no ${resource.name} ${id}`);
    const found = versionOf(named, version, projections);
    const was = found && rowOfVersion(named, found, projections);
    if (was === undefined)
      throw notFound(`there is no version ${version} of the ${resource.name} ${id}`);
    const isDeleted = latest.change === 'deleted';
    const now = isDeleted ? undefined : current;
    const restored = { id, version, was, now, state, request };
    if (isDeleted || version !== latest.version) await check(restored);
    return command(restored);
  },
});
