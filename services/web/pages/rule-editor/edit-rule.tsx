import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { useRead } from '../../data/use-read.ts';
import { ruleLink } from '../../links.ts';
import type { Rule } from '../../rules/words.ts';
import { Page } from '../../ui/layout.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import { changedFields, draftOf, fieldsOf } from './draft.ts';
import { Editor } from './editor.tsx';

/** What would a rule have done, had it been different? */
export function EditRule() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const reading = useRead('getAlertRule', { params: { id }, everyMs: 15_000 });
  return (
    <Page title="Edit rule" aside={<LinkTo link={ruleLink(id)}>The rule as it is</LinkTo>}>
      <ReadBody reading={reading} height={720}>
        {rule => <Changing key={rule.id} rule={rule} />}
      </ReadBody>
    </Page>
  );
}

/** Only what is changed here is sent, so that what somebody else changes meanwhile stays. */
function Changing({ rule }: { readonly rule: Rule }) {
  const [first] = useState(rule);
  const change = useAct('changeAlertRule');
  const navigate = useNavigate();
  const before = fieldsOf(draftOf(first));
  return (
    <>
      {rule.version !== first.version && (
        <p role="status">
          <Muted>
            Somebody changed this rule meanwhile. Saving changes only what you changed here.
          </Muted>
        </p>
      )}
      <Editor
        first={draftOf(first)}
        rule={first}
        text="Save rule"
        idleBecause={fields =>
          Object.keys(changedFields(before, fields)).length === 0
            ? 'Nothing is changed yet.'
            : undefined
        }
        save={async fields => {
          const body = changedFields(before, fields);
          await change.pressEach({ params: { id: rule.id }, body });
          void navigate(ruleLink(rule.id) as never);
        }}
      />
    </>
  );
}
