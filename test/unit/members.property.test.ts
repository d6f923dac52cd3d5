import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { Row } from '../../platform/read-store/port.ts';
import { memberKey, members, statusOfMember } from '../../projections/members/members.ts';
import type { Command } from '../../schemas/commands/command.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import {
  addressHash,
  addressStream,
  mailboxHash,
  organizationId,
  organizationStream,
  type StreamName,
  sealed,
  sessionId,
  sessionStream,
  userId,
} from '../../schemas/ids.ts';
import { memberLimits } from '../../schemas/members/limits.ts';
import { type MemberRole, memberRoles } from '../../schemas/members/roles.ts';
import { membersStream } from '../../schemas/members/stream.ts';
import type { AggregateState } from '../../services/decider/core/aggregate.ts';
import { evolve } from '../../services/decider/core/features.ts';
import { envelope } from '../support/account-commands.ts';
import { decideOn, recordedAt, toEvent } from '../support/given.ts';
import { holds } from '../support/property.ts';
import { verifySession } from '../support/session-commands.ts';

const organization = organizationId('c0000000-0000-4000-8000-000000000001');
const stream = membersStream(organization);
const { invitedMs } = memberLimits;

/** Person 0 registered the organization. */
const personOf = (index: number) => userId(`b0000000-0000-4000-8000-00000000000${index}`);
const addressOf = (index: number) => addressHash(String(index).repeat(64));
const mailboxOf = (index: number) => mailboxHash(String(index + 5).repeat(64));

const person = fc.nat({ max: 4 });
const role = fc.constantFrom(...memberRoles);
const step = fc.oneof(
  fc.record({ do: fc.constant('invite' as const), person, role }),
  fc.record({ do: fc.constant('come' as const), person }),
  fc.record({ do: fc.constant('change' as const), person, role }),
  fc.record({ do: fc.constant('remove' as const), person }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
const steps = fc.array(
  fc.record({ step, passMs: fc.constantFrom(0, dayMs, invitedMs - 1, invitedMs) }),
  { maxLength: 30 },
);

/** The people of an organization, said once more and plainly. */
function openModel() {
  type Person = { role: MemberRole; hasJoined: boolean; endsMs: number };
  const people = new Map<number, Person>([
    [0, { role: 'owner', hasJoined: true, endsMs: Number.POSITIVE_INFINITY }],
  ]);
  const invitedMsOf: number[][] = [[], [], [], [], []];
  const owners = (but: number) =>
    [...people].filter(([index, one]) => index !== but && one.role === 'owner' && one.hasJoined);
  const invite = (index: number, as: MemberRole, nowMs: number): void => {
    const sent = invitedMsOf[index] ?? [];
    const isFull = sent.filter(atMs => atMs > nowMs - dayMs).length >= 5;
    if (people.get(index)?.hasJoined || isFull) return;
    sent.push(nowMs);
    people.set(index, { role: as, hasJoined: false, endsMs: nowMs + invitedMs });
  };
  const change = (given: Step, one: Person, nowMs: number): void => {
    const isLast = one.role === 'owner' && one.hasJoined && owners(given.person).length === 0;
    if (given.do === 'come') one.hasJoined ||= nowMs < one.endsMs;
    else if (given.do === 'change') one.role = isLast ? 'owner' : given.role;
    else if (!isLast) people.delete(given.person);
  };
  return {
    people,
    step: (given: Step, nowMs: number): void => {
      const one = people.get(given.person);
      if (given.do === 'invite') invite(given.person, given.role, nowMs);
      else if (one !== undefined) change(given, one, nowMs);
    },
  };
}

/** The deciders and the fold, over memory. */
function openReal() {
  const states = new Map<StreamName, AggregateState | undefined>();
  const rows = new Map<string, Row>();
  /** A new id with each invitation after a removal; the decider keeps that of an open one. */
  const ids = new Map([[0, personOf(0)]]);
  let position = 0;
  const append = (to: StreamName, fact: EventPayload, atMs: number): void => {
    const event = toEvent(fact, atMs) as never;
    states.set(to, evolve(to, states.get(to), event));
    if (members.types === 'all' || !members.types.has(fact.type)) return;
    for (const key of members.keys(event, recordedAt(position))) {
      const row = members.project(rows.get(key) as never, event, key, recordedAt(position++));
      if (row === undefined) rows.delete(key);
      else rows.set(key, row);
    }
  };
  const registered = { organizationId: organization, userId: personOf(0) };
  const created = { addressHash: addressOf(0), email: sealed('an address'), ...registered };
  append(addressStream(addressOf(0)), { type: 'UserCreated', data: created }, 0);
  append(
    organizationStream(organization),
    {
      type: 'OrganizationCreated',
      data: {
        organizationId: organization,
        displayName: { sealed: sealed('a name') },
        ownerId: personOf(0),
      },
    },
    0,
  );
  const send = (command: Command, atMs: number): void => {
    const decision = decideOn(command, states);
    if (decision.kind === 'rejected') return;
    for (const each of decision.appends)
      for (const fact of each.facts) {
        append(each.stream, fact, atMs);
        if (fact.type === 'MemberInvited')
          ids.set(indexOf(fact.data.addressHash), fact.data.userId);
      }
  };
  const come = (index: number, atMs: number): void => {
    const session = sessionId(`5e551000-0000-4000-8000-${String(position).padStart(12, '0')}`);
    const membership = { organizationId: organization, serviceName: 'checkout' };
    const asked = {
      sessionId: session,
      addressHash: addressOf(index),
      mailboxHash: mailboxOf(index),
      email: sealed('an address'),
      memberships: [{ ...membership, userId: ids.get(index) ?? personOf(index) }],
      codeMac: 'right',
    };
    append(
      sessionStream(session),
      { type: 'SessionRequested', data: { ...asked, expiresAtMs: atMs + 1 } },
      atMs,
    );
    send(verifySession({ sessionId: session }, atMs), atMs);
  };
  let count = 0;
  return {
    rowOf: (index: number) =>
      rows.get(memberKey(organization, ids.get(index) ?? personOf(index))) as never,
    isReleased: () => states.get(addressStream(addressOf(0))) === undefined,
    step: (given: Step, atMs: number): void => {
      if (given.do === 'come') come(given.person, atMs);
      else send(commandOf(given, { ids, count: count++, atMs }), atMs);
    },
  };
}

const indexOf = (hash: string): number => Number(hash[0]);

type At = {
  readonly ids: ReadonlyMap<number, ReturnType<typeof userId>>;
  readonly count: number;
  readonly atMs: number;
};

function commandOf(given: Exclude<Step, { do: 'come' }>, { ids, count, atMs }: At): Command {
  const id = ids.get(given.person) ?? personOf(given.person);
  const named = { organizationId: organization, userId: id };
  const address = addressOf(given.person);
  const sent = envelope(stream, atMs);
  switch (given.do) {
    case 'invite': {
      const invited = userId(`a0000000-0000-4000-8000-${String(count).padStart(12, '0')}`);
      const to = { addressHash: address, mailboxHash: mailboxOf(given.person) };
      const as = { email: sealed('an address'), role: given.role, invitedBy: personOf(0) };
      return {
        type: 'InviteMember',
        data: { ...named, ...to, ...as, userId: invited },
        ...sent,
      };
    }
    case 'change':
      return { type: 'ChangeMemberRole', data: { ...named, role: given.role }, ...sent };
    case 'remove':
      return {
        type: 'RemoveMember',
        data: { ...named, addressHash: address, reason: 'removed' },
        ...sent,
      };
  }
}

describe('the people of an organization', () => {
  it('are who a naive model says, and an owner is always among them', () =>
    holds(
      fc.property(steps, given => {
        const [model, real] = [openModel(), openReal()];
        let nowMs = 1_000;
        for (const { step: each, passMs } of given) {
          model.step(each, nowMs);
          real.step(each, nowMs);
          const expected = [0, 1, 2, 3, 4].map(index => seen(model.people.get(index), nowMs));
          deepEqual(
            [0, 1, 2, 3, 4].map(index => statusAndRole(real.rowOf(index), nowMs)),
            expected,
          );
          ok(expected.includes('active owner'));
          deepEqual(
            real.isReleased(),
            !model.people.has(0) || model.people.get(0)?.endsMs !== Number.POSITIVE_INFINITY,
          );
          nowMs += passMs;
        }
      }),
      1_000,
    ));
});

type Seen = { readonly role: MemberRole; readonly hasJoined: boolean; readonly endsMs: number };

function seen(one: Seen | undefined, nowMs: number): string {
  if (one === undefined) return 'nobody';
  if (one.hasJoined) return `active ${one.role}`;
  return `${nowMs < one.endsMs ? 'invited' : 'expired'} ${one.role}`;
}

function statusAndRole(
  row: Parameters<typeof statusOfMember>[0] | undefined,
  nowMs: number,
): string {
  const status = row && statusOfMember(row, nowMs);
  return row === undefined || status === 'removed' ? 'nobody' : `${status} ${row.role}`;
}
