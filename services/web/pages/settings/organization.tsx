import { useState } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useAct, useOwnerReason } from '../../data/act.ts';
import { useRead } from '../../data/use-read.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { Fact, Facts } from './facts.tsx';
import styles from './settings.module.css';

/** The organization, and another name for it. */
export function Organization() {
  const reading = useRead('organization');
  return (
    <ReadPanel title="Organization" reading={reading} height={204}>
      {organization => (
        <div className={styles.parts}>
          <Facts>
            <Fact name="Created">
              <Instant at={organization.created_at} />
            </Fact>
            <Fact name="Owner">
              <Foreign>{organization.owner_email_hint ?? 'not known any more'}</Foreign>
            </Fact>
            <Fact name="Id">
              <code>{organization.id}</code>
            </Fact>
          </Facts>
          <Rename key={organization.name} organization={organization} />
        </div>
      )}
    </ReadPanel>
  );
}

type RenameProps = { readonly organization: ResponseOf<'organization'> };

function Rename({ organization: { name } }: RenameProps) {
  const [typed, setTyped] = useState(name ?? '');
  const off = useOwnerReason();
  const { pressEach } = useAct('renameOrganization');
  return (
    <Form
      text="Rename"
      disabledBecause={off ?? (typed.trim() === name ? 'This is its name.' : undefined)}
      submit={async () => {
        await pressEach({ body: { name: typed } });
      }}
      aside={off !== undefined && <Muted>{off}</Muted>}
    >
      <Field
        label="Name"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        required
        maxLength={200}
        hint="In mails and notices, and in the menu at the top"
      />
    </Form>
  );
}
