import { equal } from 'node:assert/strict';
import { minuteMs } from '../../schemas/durations.ts';
import { mailboxStream, organizationId, sealed, sessionStream, userId } from '../../schemas/ids.ts';
import { membersStream } from '../../schemas/members/stream.ts';
import { codesPerHourMax } from '../../services/decider/core/accounts/mailbox.ts';
import { attemptsMax } from '../../services/decider/core/accounts/registration.ts';
import { sessionMs } from '../../services/decider/core/sessions/session.ts';
import { address, mailbox, session } from '../support/account-commands.ts';
import { holding, nothing, sentAt, validMs, wrongCodeCounted } from '../support/account-past.ts';
import { given, past } from '../support/given.ts';
import {
  ended,
  endSession,
  membership,
  registered,
  requestSession,
  sessionPast,
  started,
  verifySession,
} from '../support/session-commands.ts';

const stream = sessionStream(session);
const [one, two] = [membership(1), membership(2, 'billing')];
const stranger = organizationId('99999999-9999-4999-8999-999999999999');

describe('RequestSession', () => {
  const times = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  for (const memberships of [[], [one], [one, two]]) {
    it(`counts a code and begins, of ${memberships.length} organizations`, () => {
      const command = requestSession({ memberships }, 7);
      const counts = { ...nothing, codesSentAtMs: [7] };
      given()
        .when(command)
        .expect(
          {
            stream: mailboxStream(mailbox),
            facts: [
              { type: 'CodeSent', data: { addressHash: address, sessionId: session, counts } },
            ],
          },
          {
            stream,
            facts: [
              { type: 'SessionRequested', data: { ...command.data, expiresAtMs: 7 + validMs } },
            ],
          },
        );
    });

    it(`is refused after as many codes an hour as registrations, of ${memberships.length} organizations`, () => {
      const sent = sentAt(...times(codesPerHourMax));
      given(sent)
        .when(requestSession({ memberships }, 60 * minuteMs))
        .rejects('too_many_codes');
      const fewer = given(sentAt(...times(codesPerHourMax - 1)));
      equal(fewer.when(requestSession({ memberships }, 60 * minuteMs)).decision.kind, 'accepted');
    });
  }
});

describe('VerifySession', () => {
  const known = [one, two].map(registered);
  const begins = (of: typeof one, atMs: number) => ({
    stream,
    facts: [started(of, atMs + sessionMs)],
  });
  const refuses = (attemptsLeft: number) => ({
    stream,
    facts: [{ type: 'SessionCodeRejected' as const, data: { sessionId: session, attemptsLeft } }],
  });
  const halfDayMs = 12 * 60 * minuteMs;

  it('starts the session of the only organization for the right code, for 12 hours', () => {
    given(...known, sessionPast.requested(one))
      .when(verifySession({}, 5))
      .expect(begins(one, 5));
    equal(sessionMs, halfDayMs);
  });

  it('waits for a choice between several, and keeps the code for it', () => {
    given(...known, sessionPast.requested(one, two))
      .when(verifySession())
      .expect();
    for (const each of [one, two])
      given(...known, sessionPast.requested(one, two))
        .when(verifySession({ organizationId: each.organizationId }, 9))
        .expect(begins(each, 9));
  });

  const invitedTo = { ...two, isInvitation: true } as const;
  const people = membersStream(two.organizationId);
  const invited = past(people, {
    type: 'MemberInvited',
    data: {
      organizationId: two.organizationId,
      userId: two.userId,
      addressHash: address,
      email: sealed('sealed'),
      role: 'viewer',
      invitedBy: one.userId,
      expiresAtMs: 50,
    },
  });
  const ownedByOther = registered({ ...two, userId: userId('another') });
  const joined = {
    type: 'MemberJoined',
    data: { organizationId: two.organizationId, userId: two.userId },
  } as const;
  const joins = { ...two, organizationId: two.organizationId };

  it('makes a member of who was invited and has nothing else, with the first session', () => {
    given(ownedByOther, invited, sessionPast.requested(invitedTo))
      .when(verifySession({}, 49))
      .expect({ stream: people, facts: [joined] }, begins(joins, 49));
    given(ownedByOther, invited, past(people, joined), sessionPast.requested(two))
      .when(verifySession({}, 49))
      .expect(begins(joins, 49));
  });

  it('lets no stranger come between a person and the own organization by inviting it', () => {
    const both = [registered(one), ownedByOther, invited, sessionPast.requested(one, invitedTo)];
    given(...both)
      .when(verifySession({}, 9))
      .expect(begins(one, 9));
    given(...both)
      .when(verifySession({ organizationId: two.organizationId }, 9))
      .expect({ stream: people, facts: [joined] }, begins(joins, 9));
  });

  it('starts none for an invitation that has expired or was taken back meanwhile', () => {
    const asked = [ownedByOther, invited, sessionPast.requested(invitedTo)];
    given(...asked)
      .when(verifySession({}, 50))
      .rejects('organization_unknown');
    const removed = past(people, {
      type: 'MemberRemoved',
      data: { ...joined.data, addressHash: address, reason: 'removed' },
    });
    given(...asked, removed)
      .when(verifySession({}, 9))
      .rejects('organization_unknown');
  });

  it('starts none of an organization that the address does not have', () => {
    for (const memberships of [[one], [one, two]])
      given(...known, sessionPast.requested(...memberships))
        .when(verifySession({ organizationId: stranger }))
        .rejects('organization_unknown');
  });

  it('counts a wrong code for the mailbox first, also beside a choice', () => {
    for (const choice of [{}, { organizationId: two.organizationId }, { organizationId: stranger }])
      given(...known, sessionPast.requested(one, two))
        .when(verifySession({ codeMac: 'wrong', ...choice }, 3))
        .expect(wrongCodeCounted(3 + halfDayMs, 3), refuses(attemptsMax - 1));
  });

  it('takes no code as right for an address that nobody registered', () => {
    given(...known, sessionPast.requested())
      .when(verifySession({}, 3))
      .expect(wrongCodeCounted(3 + halfDayMs, 3), refuses(attemptsMax - 1));
  });

  it('refuses the right code once it was used, has expired, or after too many wrong ones', () => {
    const requested = sessionPast.requested(one);
    given(...known, requested, sessionPast.started(one, 1))
      .when(verifySession())
      .rejects('verification_code_used');
    given(...known, requested)
      .when(verifySession({}, validMs))
      .rejects('verification_code_expired');
    given(...known, requested)
      .when(verifySession({}, validMs - 1))
      .expect(begins(one, validMs - 1));
    given(...known, requested, sessionPast.rejected(0))
      .when(verifySession())
      .rejects('verification_locked');
    given(...known, requested, sessionPast.rejected(1))
      .when(verifySession())
      .expect(begins(one, 0));
  });

  it('shares the pauses of the mailbox with registrations, right code or not', () => {
    const paused = holding({ wrongCodes: { forgottenAtMs: halfDayMs, pausedUntilMs: 100 } });
    for (const codeMac of ['right', 'wrong'])
      given(...known, sessionPast.requested(one), paused)
        .when(verifySession({ codeMac }, 99))
        .rejects('too_many_wrong_codes');
    given(...known, sessionPast.requested(one), paused)
      .when(verifySession({}, 100))
      .expect(begins(one, 100));
  });

  it('knows only sessions that were requested', () => {
    given().when(verifySession()).rejects('session_unknown');
  });
});

describe('EndSession', () => {
  const past = [sessionPast.requested(one), sessionPast.started(one, sessionMs)];

  it('ends a session once, and then changes nothing', () => {
    given(...past)
      .when(endSession(one.organizationId))
      .expect({ stream, facts: [ended(one.organizationId)] });
    given(...past, sessionPast.ended(one))
      .when(endSession(one.organizationId))
      .expect();
  });

  it('ends none of another organization, and none that was never begun', () => {
    for (const asking of [two.organizationId, undefined])
      given(...past)
        .when(endSession(asking))
        .rejects('session_unknown');
    given(sessionPast.requested(one))
      .when(endSession(one.organizationId))
      .rejects('session_unknown');
    given().when(endSession(one.organizationId)).rejects('session_unknown');
  });
});
