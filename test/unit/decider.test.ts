import { deepEqual, equal } from 'node:assert/strict';
import { minuteMs } from '../../schemas/durations.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { apiKeyStream, keyId, organizationId, registrationStream } from '../../schemas/ids.ts';
import {
  address,
  mailbox,
  requestRegistration,
  revokeApiKey,
  session,
} from '../support/account-commands.ts';
import { holding, inMailbox, known, nothing, sentAt, validMs } from '../support/account-past.ts';
import { given, past } from '../support/given.ts';

describe('RequestRegistration', () => {
  it('counts the code and opens a registration of fifteen minutes', () => {
    const command = requestRegistration({}, 1_000);
    given()
      .when(command)
      .expect(
        {
          stream: inMailbox,
          facts: [
            {
              type: 'CodeSent',
              data: {
                addressHash: address,
                sessionId: session,
                counts: { ...nothing, codesSentAtMs: [1_000] },
              },
            },
          ],
        },
        {
          stream: registrationStream(session),
          facts: [
            {
              type: 'RegistrationRequested',
              data: { ...command.data, expiresAtMs: 1_000 + validMs },
            },
          ],
        },
      );
  });

  it('sends the fifth code of an hour and not the sixth', () => {
    equal(given(sentAt(0, 1, 2, 3)).when(requestRegistration({}, 10)).decision.kind, 'accepted');
    given(sentAt(0, 1, 2, 3, 4))
      .when(requestRegistration({}, 10))
      .rejects('too_many_codes');
  });

  it('sends a code again when the first of five is an hour old', () => {
    const sent = sentAt(0, 1, 2, 3, 4);
    given(sent)
      .when(requestRegistration({}, 60 * minuteMs - 1))
      .rejects('too_many_codes');
    equal(given(sent).when(requestRegistration({}, 60 * minuteMs)).decision.kind, 'accepted');
  });

  it('counts the latest codes of every address of a mailbox, and no more than it needs', () => {
    const { decision } = given(sentAt(0, 1, 2, 3, 4)).when(
      requestRegistration({ addressHash: 'c'.repeat(64) as typeof address }, 61 * minuteMs),
    );
    deepEqual(decision.kind === 'accepted' && decision.appends[0]?.facts.map(({ data }) => data), [
      {
        addressHash: 'c'.repeat(64),
        sessionId: session,
        counts: { ...nothing, codesSentAtMs: [1, 2, 3, 4, 61 * minuteMs] },
      },
    ]);
  });
});

describe('RevokeApiKey', () => {
  const id = keyId('a0000000-0000-4000-8000-000000000007');
  const data = { keyId: id, organizationId: known.organizationId, hash: 'hash' };
  const issued = past(apiKeyStream(id), {
    type: 'ApiKeyIssued',
    data: { ...data, kind: 'live', hint: 'abcd', serviceName: 'checkout' },
  });
  const revoked = past(apiKeyStream(id), { type: 'ApiKeyRevoked', data });

  it('revokes a key', () => {
    given(issued)
      .when(revokeApiKey(id))
      .expect({ stream: apiKeyStream(id), facts: [revoked.fact] });
  });

  it('makes room in the mailbox that the key counts for', () => {
    const { type, data } = issued.fact as Extract<EventPayload, { type: 'ApiKeyIssued' }>;
    const counted = past(apiKeyStream(id), { type, data: { ...data, mailboxHash: mailbox } });
    const counts = { ...nothing, organizations: 1, keys: 2 };
    given(counted, holding({ organizations: 1, keys: 3 }))
      .when(revokeApiKey(id))
      .expect(
        {
          stream: inMailbox,
          facts: [{ type: 'KeyUncounted', data: { mailboxHash: mailbox, keyId: id, counts } }],
        },
        { stream: apiKeyStream(id), facts: [revoked.fact] },
      );
  });

  it('refuses a key that is unknown, or of another organization', () => {
    given().when(revokeApiKey(id)).rejects('api_key_unknown');
    given(issued)
      .when({ ...revokeApiKey(id), organizationId: organizationId('another') })
      .rejects('api_key_unknown');
  });

  it('refuses a key that was revoked before', () => {
    given(issued, revoked).when(revokeApiKey(id)).rejects('api_key_already_revoked');
  });
});
