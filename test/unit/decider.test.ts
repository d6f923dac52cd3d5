import { deepEqual, equal } from 'node:assert/strict';
import type { RegistrationRequested } from '../../schemas/events/account.ts';
import type { Fact } from '../../schemas/events/event.ts';
import {
  addressStream,
  apiKeyStream,
  channelStream,
  keyId,
  organizationId,
  organizationStream,
  registrationStream,
  subscriptionStream,
  userId,
} from '../../schemas/ids.ts';
import {
  address,
  another,
  requestRegistration,
  revokeApiKey,
  session,
  verifyRegistration,
} from '../support/account-commands.ts';
import { given, type Past, past } from '../support/given.ts';

const minuteMs = 60_000;
const validMs = 15 * minuteMs;

const requested = (data: Partial<RegistrationRequested['data']> = {}): Past =>
  past(registrationStream(data.sessionId ?? session), {
    type: 'RegistrationRequested',
    data: { ...requestRegistration().data, expiresAtMs: validMs, ...data },
  });
const rejectedCode = (attemptsLeft: number): Past =>
  past(registrationStream(session), {
    type: 'VerificationCodeRejected',
    data: { sessionId: session, attemptsLeft },
  });
const codeSent = (atMs: number): Past =>
  past(
    addressStream(address),
    { type: 'CodeSent', data: { addressHash: address, sessionId: session } },
    atMs,
  );
const known = { userId: userId('user-0'), organizationId: organizationId('organization-0') };
const userCreated = past(addressStream(address), {
  type: 'UserCreated',
  data: { addressHash: address, ...known, email: verifyRegistration().data.ifNew.email },
});
const integrated = (serviceName: string): Past =>
  past(organizationStream(known.organizationId), {
    type: 'ServiceIntegrated',
    data: { organizationId: known.organizationId, serviceName, source: 'cli', sourceMetadata: {} },
  });
const verified: Past = past(registrationStream(session), {
  type: 'RegistrationVerified',
  data: { sessionId: session, ...known, keyId: keyId('key-0'), serviceName: 'checkout' },
});

describe('RequestRegistration', () => {
  it('counts the code and opens a registration of fifteen minutes', () => {
    const command = requestRegistration({}, 1_000);
    given()
      .when(command)
      .expect(
        {
          stream: addressStream(address),
          facts: [{ type: 'CodeSent', data: { addressHash: address, sessionId: session } }],
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
    const sent = [0, 1, 2, 3].map(codeSent);
    equal(given(...sent).when(requestRegistration({}, 10)).decision.kind, 'accepted');
    given(...sent, codeSent(4))
      .when(requestRegistration({}, 10))
      .rejects('too_many_codes');
  });

  it('sends a code again when the first of five is an hour old', () => {
    const sent = [0, 1, 2, 3, 4].map(codeSent);
    given(...sent)
      .when(requestRegistration({}, 60 * minuteMs - 1))
      .rejects('too_many_codes');
    equal(given(...sent).when(requestRegistration({}, 60 * minuteMs)).decision.kind, 'accepted');
  });
});

describe('VerifyRegistration', () => {
  const issued = (organization: typeof known.organizationId, user: typeof known.userId) => {
    const { apiKey } = verifyRegistration().data;
    const { id, kind, hash, hint } = apiKey;
    const data = { keyId: id, organizationId: organization, serviceName: 'checkout' };
    return [
      {
        stream: apiKeyStream(id),
        facts: [{ type: 'ApiKeyIssued', data: { ...data, kind, hash, hint } }] as Fact[],
      },
      {
        stream: registrationStream(session),
        facts: [
          { type: 'RegistrationVerified', data: { ...data, sessionId: session, userId: user } },
        ] as Fact[],
      },
    ];
  };

  it('gives a new address its user, organization, plan, channel and key, the answer last', () => {
    const { ifNew } = verifyRegistration().data;
    const { organizationId: organization, userId: user, channelId: channel, email } = ifNew;
    given(requested())
      .when(verifyRegistration())
      .expect(
        {
          stream: addressStream(address),
          facts: [
            {
              type: 'UserCreated',
              data: { addressHash: address, userId: user, organizationId: organization, email },
            },
          ],
        },
        {
          stream: organizationStream(organization),
          facts: [
            {
              type: 'OrganizationCreated',
              data: { organizationId: organization, name: 'Quiet Harbor 1', ownerId: user },
            },
            {
              type: 'ServiceIntegrated',
              data: {
                organizationId: organization,
                serviceName: 'checkout',
                source: 'cli',
                sourceMetadata: {},
              },
            },
          ],
        },
        {
          stream: subscriptionStream(organization),
          facts: [
            {
              type: 'SubscriptionStarted',
              data: {
                organizationId: organization,
                plan: 'free',
                traceLimit: 200_000,
                bytesLimit: 20_000_000_000,
              },
            },
          ],
        },
        {
          stream: channelStream(channel),
          facts: [
            {
              type: 'ChannelAdded',
              data: {
                channelId: channel,
                organizationId: organization,
                kind: 'email',
                target: email,
              },
            },
          ],
        },
        ...issued(organization, user),
      );
  });

  it('takes the organization name that was asked for', () => {
    const { decision } = given(requested({ organizationName: 'Acme' })).when(verifyRegistration());
    const names =
      decision.kind === 'accepted' ? decision.appends.flatMap(({ facts }) => facts) : [];
    deepEqual(
      names.flatMap(fact => (fact.type === 'OrganizationCreated' ? [fact.data.name] : [])),
      ['Acme'],
    );
  });

  it('gives a known address a key of its organization', () => {
    given(requested(), userCreated, integrated('checkout'))
      .when(verifyRegistration())
      .expect(...issued(known.organizationId, known.userId));
  });

  it('integrates another service of a known organization', () => {
    given(requested(), userCreated, integrated('billing'))
      .when(verifyRegistration())
      .expect(
        {
          stream: organizationStream(known.organizationId),
          facts: [integrated('checkout').fact],
        },
        ...issued(known.organizationId, known.userId),
      );
  });

  it('tells how many attempts are left after a wrong code', () => {
    given(requested())
      .when(verifyRegistration({ codeMac: 'wrong' }))
      .expect({ stream: registrationStream(session), facts: [rejectedCode(4).fact] });
    given(requested(), rejectedCode(1))
      .when(verifyRegistration({ codeMac: 'wrong' }))
      .expect({ stream: registrationStream(session), facts: [rejectedCode(0).fact] });
  });

  it('is locked after the fifth wrong code, for the right one too', () => {
    given(requested(), rejectedCode(0)).when(verifyRegistration()).rejects('verification_locked');
  });

  it('takes the code up to its last millisecond', () => {
    const last = verifyRegistration({}, validMs - 1);
    equal(given(requested()).when(last).decision.kind, 'accepted');
    given(requested()).when(verifyRegistration({}, validMs)).rejects('verification_code_expired');
  });

  it('takes a code once', () => {
    given(requested(), verified).when(verifyRegistration()).rejects('verification_code_used');
  });

  it('knows no registration that was not asked for, nor that of another address', () => {
    given()
      .when(verifyRegistration({ sessionId: another(9) }))
      .rejects('registration_unknown');
    given(requested({ addressHash: 'b'.repeat(64) as typeof address }))
      .when(verifyRegistration())
      .rejects('registration_unknown');
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
