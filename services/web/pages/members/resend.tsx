import { useAct } from '../../data/act.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Foreign } from '../../ui/text.tsx';
import type { OfMember } from './change-role.tsx';
import { addressOf } from './member.ts';

/** Mails an open invitation once more, for another seven days. */
export function Resend({ of: member, off }: OfMember) {
  const { pressEach } = useAct('inviteMember');
  return (
    <Confirm
      text="Mail again"
      disabledBecause={off}
      act={() => pressEach({ body: { email: member.email, role: member.role } })}
      will={
        <>
          Another mail goes to <Foreign>{addressOf(member)}</Foreign>. It can be followed for seven
          days.
        </>
      }
    />
  );
}
