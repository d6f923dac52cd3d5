import { randomBytes } from 'node:crypto';
import { randomUuid } from '../../platform/uuid.ts';
import { formatApiKey, hashApiKey } from '../../schemas/api-keys/format.ts';
import type { KeyKind } from '../../schemas/api-keys/kinds.ts';
import { eventVersion } from '../../schemas/events/event.ts';
import { apiKeyStream, commandId, eventId, keyId, type OrganizationId } from '../../schemas/ids.ts';
import type { WholeTidemark } from './cluster.ts';

/** One more key of an organization, of any kind, as its event in the store makes it. */
export async function issuedKey(
  { platform }: Pick<WholeTidemark, 'platform'>,
  organizationId: OrganizationId,
  kind: KeyKind,
) {
  const key = formatApiKey(kind, randomBytes(32));
  const id = keyId(randomUuid());
  const data = { keyId: id, organizationId, kind, hash: hashApiKey(key), hint: key.slice(-4) };
  await platform.eventStore.append(
    apiKeyStream(id),
    [
      {
        type: 'ApiKeyIssued',
        data: { ...data, serviceName: 'checkout' },
        id: eventId(randomUuid()),
        version: eventVersion,
        organizationId,
        atMs: Date.now(),
        causationId: commandId(randomUuid()),
        correlationId: 'test',
        actor: 'operator',
      },
    ],
    -1,
  );
  return { key, id };
}
