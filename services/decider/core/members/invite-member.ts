import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { dayMs } from '../../../../schemas/durations.ts';
import { addressStream, mailboxStream } from '../../../../schemas/ids.ts';
import { memberLimits } from '../../../../schemas/members/limits.ts';
import { membersStream } from '../../../../schemas/members/stream.ts';
import { addresses } from '../accounts/address.ts';
import { countsOf, mayBeInvited, withInvitation } from '../accounts/mailbox.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, type Rejected, reject } from '../decision.ts';
import { type Person, people, peopleOf, peopleStreams } from './people.ts';

type Invite = CommandOf<'InviteMember'>;

const { membersMax, invitedMs, invitationsPerDayMax, mailboxInvitationsPerDayMax } = memberLimits;

export const inviteMemberStreams = ({ data }: Invite) => [
  ...peopleStreams(data.organizationId),
  addressStream(data.addressHash),
  mailboxStream(data.mailboxHash),
];

/** An invitation that was not followed yet is sent again, with the role of now. */
export function inviteMember(command: Invite, states: States): Decision {
  const { data, atMs } = command;
  const { mailboxHash, userId, ...invited } = data;
  const all = peopleOf(data.organizationId, states);
  const known = all.find(person => person.invited?.addressHash === data.addressHash);
  const refused = refusal(command, { all, known }, states);
  if (refused !== undefined) return refused;
  const mailbox = mailboxStream(mailboxHash);
  const counts = withInvitation(countsOf(states, mailbox), atMs);
  const who = { ...invited, userId: known?.userId ?? userId, expiresAtMs: atMs + invitedMs };
  return accept(
    { stream: mailbox, facts: [{ type: 'InvitationCounted', data: { mailboxHash, counts } }] },
    { stream: membersStream(data.organizationId), facts: [{ type: 'MemberInvited', data: who }] },
  );
}

type Known = { readonly all: readonly Person[]; readonly known: Person | undefined };

function refusal(
  { data, atMs }: Invite,
  { all, known }: Known,
  states: States,
): Rejected | undefined {
  const registered = stateOf(addresses, states, addressStream(data.addressHash))?.user.userId;
  if (known?.hasJoined || all.some(({ userId }) => userId === registered))
    return reject('already_member', 'this address belongs to the organization already');
  if (known === undefined && all.length >= membersMax)
    return reject('limit_reached', `an organization has at most ${membersMax} people (members)`);
  if (isBusy(data.organizationId, atMs, states))
    return reject(
      'too_many_invitations',
      `an organization sends at most ${invitationsPerDayMax} invitations in 24 hours`,
    );
  if (!mayBeInvited(countsOf(states, mailboxStream(data.mailboxHash)), atMs))
    return reject(
      'too_many_invitations',
      `at most ${mailboxInvitationsPerDayMax} invitations go to one mailbox in 24 hours`,
    );
  return undefined;
}

function isBusy(id: Invite['data']['organizationId'], atMs: number, states: States): boolean {
  const invitedAtMs = stateOf(people, states, membersStream(id))?.invitedAtMs ?? [];
  return invitedAtMs.filter(each => each > atMs - dayMs).length >= invitationsPerDayMax;
}
