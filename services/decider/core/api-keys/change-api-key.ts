import type { KeyChange } from '../../../../schemas/api-keys/commands.ts';
import type { KeyRestrictions } from '../../../../schemas/api-keys/restrictions.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { apiKeyStream, type KeyId, type StreamName } from '../../../../schemas/ids.ts';
import type { Restored } from '../../../../schemas/versions/restored.ts';
import type { States } from '../aggregate.ts';
import { accept, type Decision } from '../decision.ts';
import type { ApiKey } from './api-key.ts';
import { withoutOrigins } from './issue-api-key.ts';
import { unrevokedKey } from './own-key.ts';

type Change = CommandOf<'ChangeApiKey'>;
type Restore = CommandOf<'RestoreApiKey'>;

export const changeApiKeyStreams = ({ data }: Change | Restore): readonly StreamName[] => [
  apiKeyStream(data.keyId),
];

export function changeApiKey({ data, organizationId: asking }: Change, states: States): Decision {
  const { keyId, change } = data;
  const key = unrevokedKey(keyId, asking, states);
  if (key.kind === 'rejected') return key;
  const { name = key.name } = change;
  return changed({ keyId, name, restrictions: restricted(key.restrictions, change) }, key);
}

/** A key that was revoked stays so: it is never restored. */
export function restoreApiKey({ data, organizationId: asking }: Restore, states: States): Decision {
  const { keyId, name, restrictions, version: restoredFrom } = data;
  const key = unrevokedKey(keyId, asking, states);
  if (key.kind === 'rejected') return key;
  return changed({ keyId, name, restrictions, restored: { restoredFrom } }, key);
}

type Settings = {
  readonly keyId: KeyId;
  readonly name: string | undefined;
  readonly restrictions: KeyRestrictions;
  readonly restored?: Restored;
};

function changed({ keyId, name, restrictions, restored }: Settings, key: ApiKey): Decision {
  const refused = withoutOrigins(key.keyKind, restrictions);
  if (refused !== undefined) return refused;
  if (name === key.name && same(restrictions, key.restrictions)) return accept();
  return accept({
    stream: apiKeyStream(keyId),
    facts: [
      {
        type: 'ApiKeyChanged',
        data: {
          ...idsOf(keyId, key),
          ...(name !== undefined && { name }),
          restrictions,
          ...restored,
        },
      },
    ],
  });
}

const idsOf = (keyId: KeyId, { organizationId, hash }: ApiKey) => ({
  keyId,
  organizationId,
  hash,
});

/** In one order of fields, so that equal restrictions have equal texts. */
function restricted(before: KeyRestrictions, { name: _, ...change }: KeyChange): KeyRestrictions {
  const wanted = { ...before, ...change };
  const kept = fields.filter(field => (wanted[field] ?? null) !== null);
  return Object.fromEntries(kept.map(field => [field, wanted[field]]));
}

const fields = ['allowedOrigins', 'allowNoOrigin', 'services', 'ratePerMinute'] as const;

const same = (left: KeyRestrictions, right: KeyRestrictions): boolean =>
  textOf(left) === textOf(right);

const textOf = (restrictions: KeyRestrictions): string =>
  JSON.stringify(fields.map(field => restrictions[field] ?? null));
