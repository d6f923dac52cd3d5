import { textsMeant } from '../../../domain/texts-meant.ts';
import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { deployBodies, releaseBody } from '../../../projections/releases/release-bodies.ts';
import {
  noSuchRelease,
  type ReleaseRow,
  releaseKey,
  releaseOf,
  releases as rows,
} from '../../../projections/releases/releases.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';
import type { QueryShared } from '../shared.ts';
import { releaseLimits } from './config.ts';
import { openNames } from './names.ts';

type ReleaseReads = Pick<QueryShared, 'projections'>;

/** GET /api/releases: the newest first. */
export const listReleases =
  ({ projections }: ReleaseReads): Handler<'listReleases'> =>
  async ({ key, query, querystring, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs({ query, ...request }), signal });
    const { page, page_size: limit, cursor } = query;
    const names = openNames();
    const { items, total, next } = await listOf({
      ...allOf(key.organizationId, state, signal),
      query: { limit, offset: (page - 1) * limit, cursor },
      passes: row => {
        names.add(row);
        return isAsked(row, { ...query, querystring });
      },
      change: releaseBody,
    });
    return {
      status: 200,
      body: bodyOf<ResponseOf<'listReleases'>>({
        releases: items,
        total,
        page,
        page_size: limit,
        ...names.sorted(),
        next_cursor: next,
      }),
    };
  };

/** GET /api/releases/:version */
export const getRelease =
  ({ projections }: ReleaseReads): Handler<'getRelease'> =>
  async ({ key, params, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs(request), signal });
    const row = expectRelease(key.organizationId, params.version, state);
    return { status: 200, body: { ...releaseBody(row), deploys: deployBodies(row) } };
  };

/** Throws 404 when the organization has no release of this version. */
export function expectRelease(
  organizationId: OrganizationId,
  version: string,
  state: Pick<DomainState, 'get'>,
): ReleaseRow {
  const row = releaseOf(organizationId, version, state);
  if (row === undefined) throw notFound(noSuchRelease(version));
  return row;
}

/** All releases of an organization, the newest first, for `listOf`. */
export const allOf = (
  organizationId: OrganizationId,
  state: Pick<DomainState, 'get' | 'page'>,
  signal: AbortSignal,
) => ({
  organizationId,
  signal,
  state,
  projection: rows,
  prefix: releaseKey(organizationId, ''),
  max: releaseLimits.releasesRead,
  order: (row: ReleaseRow) => -row.createdAtMs,
});

type Asked = {
  readonly service?: string | undefined;
  readonly environment?: string | undefined;
  readonly querystring?: string | undefined;
};

/** Whether a release is for the service, if one is named, and was deployed to the environment, if one is. */
export function isAsked(
  { release, deploys }: ReleaseRow,
  { service, environment, querystring }: Asked,
): boolean {
  const services = service === undefined ? [] : textsMeant(querystring, 'service', service);
  return (
    (service === undefined || services.some(each => release.services.includes(each))) &&
    (environment === undefined || deploys.some(each => each.environment === environment))
  );
}
