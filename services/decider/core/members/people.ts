import type { EventOf } from '../../../../schemas/events/event.ts';
import {
  type AddressHash,
  type OrganizationId,
  organizationStream,
  type UserId,
} from '../../../../schemas/ids.ts';
import { memberLimits } from '../../../../schemas/members/limits.ts';
import type { MemberRole } from '../../../../schemas/members/roles.ts';
import { membersStream } from '../../../../schemas/members/stream.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';
import { organizations } from '../organizations/organization.ts';

export type Person = {
  readonly userId: UserId;
  readonly role: MemberRole;
  /** Absent for who registered. */
  readonly invited?: { readonly addressHash: AddressHash; readonly expiresAtMs: number };
  readonly hasJoined: boolean;
};

export type People = {
  readonly kind: 'members';
  /** Whom the events name; who registered is among them once something about them changed. */
  readonly people: readonly Person[];
  /** Those who registered and are gone. */
  readonly gone: readonly UserId[];
  /** The latest invitations, at most as many as a day may have. */
  readonly invitedAtMs: readonly number[];
};

type PeopleType = 'MemberInvited' | 'MemberJoined' | 'MemberRoleChanged' | 'MemberRemoved';

export const people = aggregate<People, PeopleType>({
  kind: 'members',
  reads: 'carried',
  version: 1,
  events: { MemberInvited: true, MemberJoined: true, MemberRoleChanged: true, MemberRemoved: true },
  evolve: evolvePeople,
});

const nobody: People = { kind: 'members', people: [], gone: [], invitedAtMs: [] };

function evolvePeople(state = nobody, event: EventOf<PeopleType>): People {
  const { userId } = event.data;
  const others = state.people.filter(person => person.userId !== userId);
  const person = state.people.find(each => each.userId === userId);
  switch (event.type) {
    case 'MemberInvited': {
      const { role, addressHash, expiresAtMs } = event.data;
      const invited = { addressHash, expiresAtMs };
      const invitedAtMs = [...state.invitedAtMs, event.atMs];
      return {
        ...state,
        people: [...others, { userId, role, invited, hasJoined: false }],
        invitedAtMs: invitedAtMs.slice(-memberLimits.invitationsPerDayMax),
      };
    }
    case 'MemberJoined':
      return person ? { ...state, people: [...others, { ...person, hasJoined: true }] } : state;
    case 'MemberRoleChanged': {
      const { role } = event.data;
      const changed = { ...(person ?? { userId, hasJoined: true }), role };
      return { ...state, people: [...others, changed] };
    }
    case 'MemberRemoved':
      return person?.invited === undefined
        ? { ...state, people: others, gone: [...state.gone, userId] }
        : { ...state, people: others };
  }
}

/** What is needed to know who belongs to an organization. */
export const peopleStreams = (id: OrganizationId) => [membersStream(id), organizationStream(id)];

/** Everybody who belongs to an organization or is invited. Who registered it is an owner unless the events say otherwise. */
export function peopleOf(id: OrganizationId, states: States): readonly Person[] {
  const { people: named, gone } = stateOf(people, states, membersStream(id)) ?? nobody;
  const founder = stateOf(organizations, states, organizationStream(id))?.ownerId;
  const isUnnamed =
    founder !== undefined &&
    !gone.includes(founder) &&
    named.every(({ userId }) => userId !== founder);
  return isUnnamed ? [{ userId: founder, role: 'owner', hasJoined: true }, ...named] : named;
}

export const personOf = (
  organizationId: OrganizationId,
  userId: UserId,
  states: States,
): Person | undefined => peopleOf(organizationId, states).find(each => each.userId === userId);

/** Whether somebody else could still invite and remove people. */
export const hasOtherOwner = (userId: UserId, all: readonly Person[]): boolean =>
  all.some(each => each.userId !== userId && each.role === 'owner' && each.hasJoined);
