import { useAct, usePastReason } from '../../data/act.ts';
import { signOut } from '../../data/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Foreign } from '../../ui/text.tsx';
import type { OfMember } from './change-role.tsx';
import { addressOf } from './member.ts';

/** Takes an invitation back, removes somebody, or leaves. */
export const Remove = (props: OfMember) =>
  props.of.is_you ? <Leave /> : <RemoveOther {...props} />;

function Leave() {
  const { pressEach } = useAct('leaveOrganization');
  return (
    <Confirm
      text="Leave"
      disabledBecause={usePastReason()}
      act={() => pressEach({}).then(() => signOut())}
      will="You are signed out everywhere, and come back only by an invitation. API keys that you know still work until an owner revokes them."
    />
  );
}

function RemoveOther({ of: member, off }: OfMember) {
  const { pressEach } = useAct('removeMember');
  const isInvitation = member.joined_at === null;
  return (
    <Confirm
      text={isInvitation ? 'Take back' : 'Remove'}
      disabledBecause={off}
      act={() => pressEach({ params: { id: member.id } })}
      will={
        <>
          <Foreign>{addressOf(member)}</Foreign>{' '}
          {isInvitation
            ? 'cannot follow the invitation any more.'
            : 'is signed out everywhere and refused from now on, with the remote clients that this person allowed. API keys that the person knows still work: revoke them where that matters.'}
        </>
      }
    />
  );
}
