import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { Choice } from '../../ui/choice.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Foreign } from '../../ui/text.tsx';
import { addressOf, type Member, roles } from './member.ts';

export type OfMember = { readonly of: Member; readonly off: string | undefined };

/** Gives somebody another role. */
export function ChangeRole({ of: member, off }: OfMember) {
  const [role, setRole] = useState<string>(member.role);
  const { pressEach } = useAct('changeMember');
  return (
    <Confirm
      text="Change role"
      disabledBecause={off}
      act={() => pressEach({ params: { id: member.id }, body: { role } })}
      will={
        <>
          What <Foreign>{addressOf(member)}</Foreign> may do changes with the next request.
          <Choice label="Role" value={role} options={roles} onChoose={setRole} />
        </>
      }
    />
  );
}
