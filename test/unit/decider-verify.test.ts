import { deepEqual, equal, ok } from 'node:assert/strict';
import { minuteMs } from '../../schemas/durations.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import {
  addressStream,
  apiKeyStream,
  channelStream,
  organizationStream,
  registrationStream,
  sealed,
  subscriptionStream,
} from '../../schemas/ids.ts';
import { membersStream } from '../../schemas/members/stream.ts';
import {
  keysPerMailboxMax,
  organizationsPerMailboxMax,
} from '../../services/decider/core/accounts/mailbox.ts';
import {
  address,
  another,
  mailbox,
  session,
  verifyRegistration,
} from '../support/account-commands.ts';
import {
  holding,
  integrated,
  keyCounted,
  known,
  organizationCreated,
  rejectedCode,
  requested,
  userCreated,
  validMs,
  verified,
  wrongCodeCounted,
} from '../support/account-past.ts';
import { given, type Past, past } from '../support/given.ts';

const halfDayMs = 12 * 60 * minuteMs;
const created = [userCreated, organizationCreated];

describe('VerifyRegistration', () => {
  const issued = (organization: typeof known.organizationId, user: typeof known.userId) => {
    const { apiKey } = verifyRegistration().data;
    const { id, kind, hash, hint } = apiKey;
    const data = { keyId: id, organizationId: organization, serviceName: 'checkout' };
    const key = { ...data, kind, hash, hint, mailboxHash: mailbox };
    return [
      { stream: apiKeyStream(id), facts: [{ type: 'ApiKeyIssued', data: key }] as EventPayload[] },
      {
        stream: registrationStream(session),
        facts: [
          { type: 'RegistrationVerified', data: { ...data, sessionId: session, userId: user } },
        ] as EventPayload[],
      },
    ];
  };

  it('gives a new address its user, organization, plan, channel and key, the answer last', () => {
    const { ifNew } = verifyRegistration().data;
    const { organizationId: organization, userId: user, channelId: channel, email } = ifNew;
    given(requested())
      .when(verifyRegistration())
      .expect(
        keyCounted(true, { organizations: 1, keys: 1 }),
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
              data: {
                organizationId: organization,
                displayName: ifNew.displayName,
                ownerId: user,
              },
            },
            {
              type: 'ServiceIntegrated',
              data: { organizationId: organization, serviceName: 'checkout', source: 'cli' },
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

  it('takes no value that was sealed for the registration, nor for another organization', () => {
    const own = { sealed: sealed('for the registration') };
    const asked = requested({ displayName: own, metadata: own });
    const factsOf = (...before: readonly Past[]): readonly EventPayload[] => {
      const { decision } = given(asked, ...before).when(
        verifyRegistration({
          described: {
            organizationId: verifyRegistration().data.ifNew.organizationId,
            metadata: sealed('for the new organization'),
          },
        }),
      );
      return decision.kind === 'accepted' ? decision.appends.flatMap(({ facts }) => facts) : [];
    };
    const fresh = factsOf();
    equal(JSON.stringify(fresh).includes(own.sealed), false);
    ok(JSON.stringify(fresh).includes('for the new organization'));
    equal(JSON.stringify(factsOf(userCreated)).includes('for the'), false);
  });

  it('gives a known address a key of its organization, and integrates the service', () => {
    given(requested(), ...created)
      .when(verifyRegistration())
      .expect(
        keyCounted(false, { keys: 1 }),
        {
          stream: organizationStream(known.organizationId),
          facts: [integrated('checkout').fact],
        },
        ...issued(known.organizationId, known.userId),
      );
  });

  it('gives no key to who registered and is an owner no more, and a new organization to who left', () => {
    const [people, { organizationId, userId }] = [membersStream(known.organizationId), known];
    const changed = past(people, {
      type: 'MemberRoleChanged',
      data: { organizationId, userId, role: 'member' },
    });
    given(requested(), ...created, changed)
      .when(verifyRegistration())
      .rejects('not_an_owner');
    const released = past(addressStream(address), {
      type: 'AddressReleased',
      data: { organizationId, userId, addressHash: address },
    });
    const { decision } = given(requested(), ...created, released).when(verifyRegistration());
    ok(JSON.stringify(decision).includes('OrganizationCreated'));
  });

  it('tells how many attempts are left after a wrong code', () => {
    given(requested())
      .when(verifyRegistration({ codeMac: 'wrong' }))
      .expect(wrongCodeCounted(halfDayMs, 0), {
        stream: registrationStream(session),
        facts: [rejectedCode(4).fact],
      });
    given(requested(), rejectedCode(1))
      .when(verifyRegistration({ codeMac: 'wrong' }))
      .expect(wrongCodeCounted(halfDayMs, 0), {
        stream: registrationStream(session),
        facts: [rejectedCode(0).fact],
      });
  });

  it('pauses after the fifth wrong code of a mailbox, for the right one too, and takes that afterwards', () => {
    const four = holding({ wrongCodes: { forgottenAtMs: 4 * halfDayMs, pausedUntilMs: 0 } });
    given(requested(), four)
      .when(verifyRegistration({ codeMac: 'wrong' }))
      .expect(wrongCodeCounted(5 * halfDayMs, minuteMs), {
        stream: registrationStream(session),
        facts: [rejectedCode(4).fact],
      });
    const pausedUntilMs = 14 * minuteMs;
    const paused = holding({ wrongCodes: { forgottenAtMs: 5 * halfDayMs, pausedUntilMs } });
    for (const codeMac of ['right', 'wrong']) {
      const last = verifyRegistration({ codeMac }, pausedUntilMs - 1);
      const { decision } = given(requested(), paused).when(last);
      deepEqual(decision, {
        kind: 'rejected',
        reason: 'too_many_wrong_codes',
        retryAtMs: pausedUntilMs,
        message:
          'too many wrong codes were tried for this mailbox, try again after 1970-01-01 00:14 UTC',
      });
    }
    const after = verifyRegistration({}, pausedUntilMs);
    equal(given(requested(), paused).when(after).decision.kind, 'accepted');
  });

  it('gives a mailbox so many organizations, and a known address still its key', () => {
    const full = holding({ organizations: organizationsPerMailboxMax });
    given(requested(), full).when(verifyRegistration()).rejects('limit_reached');
    equal(
      given(requested(), full, ...created).when(verifyRegistration()).decision.kind,
      'accepted',
    );
    const one = holding({ organizations: organizationsPerMailboxMax - 1 });
    equal(given(requested(), one).when(verifyRegistration()).decision.kind, 'accepted');
  });

  it('gives a mailbox so many keys', () => {
    given(requested(), ...created, holding({ keys: keysPerMailboxMax }))
      .when(verifyRegistration())
      .rejects('limit_reached');
    const one = holding({ keys: keysPerMailboxMax - 1 });
    equal(given(requested(), ...created, one).when(verifyRegistration()).decision.kind, 'accepted');
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
