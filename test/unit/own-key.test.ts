import { deepEqual, equal } from 'node:assert/strict';
import type { ApiKeyIssued } from '../../schemas/api-keys/events.ts';
import { apiKeyStream, keyId, organizationId } from '../../schemas/ids.ts';
import { ownKey } from '../../services/decider/core/api-keys/own-key.ts';
import { evolve } from '../../services/decider/core/features.ts';
import { toEvent } from '../support/given.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const stranger = organizationId('99999999-67d8-5369-b5c4-53b455d2bbb3');
const [known, unknown] = ['key-a', 'key-b'].map(keyId) as [
  ReturnType<typeof keyId>,
  ReturnType<typeof keyId>,
];

const issued: ApiKeyIssued = {
  type: 'ApiKeyIssued',
  data: {
    keyId: known,
    organizationId: owner,
    hash: 'hash',
    hint: 'hint',
    name: 'Key',
    kind: 'live',
    serviceName: 'checkout',
  } as ApiKeyIssued['data'],
};

describe('an API key', () => {
  const stream = apiKeyStream(known);
  const states = new Map([[stream, evolve(stream, undefined, toEvent(issued, 0))]]);

  it('is found by its organization', () => {
    equal(ownKey(known, owner, states).kind, 'api-key');
  });

  it('is to another organization as if it did not exist', () => {
    const hidden = ownKey(known, stranger, states);
    const missing = ownKey(unknown, stranger, states);
    deepEqual(JSON.parse(JSON.stringify(hidden).replace('key-a', 'key-b')), missing);
  });
});
