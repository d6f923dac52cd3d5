import type { Keyring } from '../../../platform/keyring/port.ts';
import type { SecretRequest } from '../../../schemas/health/check.ts';
import type { OrganizationId, Sealed } from '../../../schemas/ids.ts';

type Seal = Pick<Keyring, 'seal' | 'unseal'>;

/** What a request says of headers and body. Null takes one away. */
export type SecretChanges = {
  readonly headers?: Readonly<Record<string, string>> | null | undefined;
  readonly body?: string | null | undefined;
};

/** Headers and body of a request as they are stored, and whether there are any. */
export type SealedRequest = {
  readonly sealed: Sealed | null;
  readonly hasHeaders: boolean;
  readonly hasBody: boolean;
};

/** The stored value stays if nothing changes: sealing is random, and would look like a change. */
export async function sealedRequest(
  organizationId: OrganizationId,
  changes: SecretChanges,
  before: Sealed | undefined,
  keyring: Seal,
): Promise<SealedRequest> {
  const owner = { kind: 'organization', id: organizationId } as const;
  const text = before === undefined ? undefined : await keyring.unseal(owner, before);
  const old = text === undefined ? {} : (JSON.parse(text) as SecretRequest);
  const after = changed(old, changes);
  const hasHeaders = Object.keys(after.headers ?? {}).length > 0;
  const hasBody = after.body !== undefined;
  if (!hasHeaders && !hasBody) return { sealed: null, hasHeaders, hasBody };
  const next = JSON.stringify(after);
  const isSame = text !== undefined && next === JSON.stringify(changed(old, {}));
  const sealed = isSame && before !== undefined ? before : await keyring.seal(owner, next);
  return { sealed, hasHeaders, hasBody };
}

/** With its fields in one order. */
function changed(
  { headers: oldHeaders, body: oldBody }: SecretRequest,
  { headers = oldHeaders, body = oldBody }: SecretChanges,
): SecretRequest {
  return {
    ...(headers && { headers }),
    ...(body !== undefined && body !== null && { body }),
  };
}
