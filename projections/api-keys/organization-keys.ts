import type { EventOf } from '../../schemas/events/event.ts';
import { apiKeyStream, type KeyId, keyId, type OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';
import type { DomainState } from '../engine/read/history.ts';
import type { Resource } from '../engine/resource.ts';
import {
  type ApiKeyEventType,
  type ApiKeyRow,
  apiKeyEventTypes,
  projectApiKey,
} from './api-key-row.ts';

export const organizationKeyPrefix = (organization: OrganizationId): string => `${organization}/`;

export const organizationKey = (organization: OrganizationId, id: KeyId): string =>
  organizationKeyPrefix(organization) + id;

/** By organization and id: what lists and reads of one key look up. */
export const organizationKeys: Projection<ApiKeyRow, EventOf<ApiKeyEventType>> = {
  name: 'organization-keys',
  version: 1,
  types: apiKeyEventTypes,
  keys: ({ data: { organizationId, keyId } }) => [organizationKey(organizationId, keyId)],
  project: projectApiKey,
};

const pageRows = 500;

/** Every key that an organization ever had, by id. */
export function* keysOf(
  organization: OrganizationId,
  { list }: Pick<DomainState, 'list'>,
): Iterable<ApiKeyRow> {
  const prefix = organizationKeyPrefix(organization);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: ReturnType<typeof list<ApiKeyRow>> = list(organizationKeys, {
      prefix,
      limit: pageRows,
      ...(after !== '' && { after }),
    });
    for (const { row } of page) yield row;
    after = page.at(-1)?.key;
  }
}

export const apiKeyResource: Resource<ApiKeyRow, KeyId> = {
  name: 'API key',
  id: keyId,
  stream: apiKeyStream,
  projection: organizationKeys,
  key: (organizationId, id) => organizationKeyPrefix(organizationId) + id,
};
