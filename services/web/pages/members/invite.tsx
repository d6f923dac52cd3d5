import { useState } from 'react';
import { useAct, usePeopleReason } from '../../data/act.ts';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { LayerButton } from '../../ui/layer-button.tsx';
import { Muted } from '../../ui/text.tsx';
import { roles } from './member.ts';

/** Mails somebody an invitation. */
export const Invite = () => (
  <LayerButton text="Invite" look="primary" disabledBecause={usePeopleReason()}>
    {close => <Fields close={close} />}
  </LayerButton>
);

function Fields({ close }: { readonly close: () => void }) {
  const [role, setRole] = useState<string>('member');
  const { pressEach } = useAct('inviteMember');
  return (
    <Form
      text="Mail the invitation"
      submit={async ({ email = '' }) => {
        await pressEach({ body: { email, role } });
        close();
      }}
    >
      <Field label="Mail address" name="email" type="email" autoComplete="off" required />
      <Choice label="Role" value={role} options={roles} onChoose={setRole} />
      <Muted>The person becomes a member by signing in with this address within seven days.</Muted>
    </Form>
  );
}
