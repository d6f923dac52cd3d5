import { textsMeant } from '../../../domain/texts-meant.ts';
import { invalidField, notFound } from '../../../platform/http/problem.ts';
import {
  noSuchRelease,
  type ReleaseRow,
  releaseOf,
} from '../../../projections/releases/releases.ts';
import { serviceName } from '../../../schemas/http/parts.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { type ReleaseId, releaseIdOf, releaseStream } from '../../../schemas/releases/ids.ts';
import type { Asking } from '../resource.ts';
import type { IngestShared } from '../shared.ts';

type Addressed = {
  readonly params: { readonly version: string };
  readonly key: { readonly organizationId: OrganizationId };
};

/** Of an endpoint with a version in its path: whose command it is. */
export const inPath = {
  prepare: async ({ params, key }: Addressed): Promise<ReleaseId> =>
    releaseIdOf(key.organizationId, params.version),
  stream: ({ found }: { readonly found: ReleaseId }) => releaseStream(found),
};

/** The release as it is now. Throws 404 when the organization has none of this version. */
export async function readRelease(
  { params: { version }, key, signal }: Addressed & Asking,
  { projections }: Pick<IngestShared, 'projections'>,
): Promise<ReleaseRow> {
  const state = await projections.state({ signal });
  const row = releaseOf(key.organizationId, version, state);
  if (row === undefined) throw notFound(noSuchRelease(version));
  return row;
}

type Named = {
  readonly query: { readonly service?: string | undefined };
  readonly querystring?: string | undefined;
};

/** The service that a query names: one of the release, or else a new one. Throws 400 for what is no name. */
export function serviceOfQuery(
  { query: { service }, querystring }: Named,
  { release }: Pick<ReleaseRow, 'release'>,
): readonly string[] {
  if (service === undefined || service === '') return [];
  const [first = service, ...others] = textsMeant(querystring, 'service', service);
  const known = [first, ...others].find(each => release.services.includes(each));
  const parsed = serviceName.safeParse(known ?? first);
  if (!parsed.success) throw invalidField('service', parsed.error.issues[0]?.message ?? '');
  return [parsed.data];
}
