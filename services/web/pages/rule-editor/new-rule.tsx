import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../../data/act.ts';
import { ruleLink } from '../../links.ts';
import { usePageSearch } from '../../page-search.ts';
import { Page } from '../../ui/layout.tsx';
import { newDraft } from './draft.ts';
import { Editor } from './editor.tsx';

/** What would a rule have done, before there is one? */
export function NewRule() {
  const [{ service = '' }] = usePageSearch('service');
  const create = useAct('createAlertRule');
  const navigate = useNavigate();
  return (
    <Page title="New rule">
      <Editor
        first={newDraft(service)}
        text="Create rule"
        save={async fields => {
          const { id } = await create.pressEach({ body: fields });
          void navigate(ruleLink(id) as never);
        }}
      />
    </Page>
  );
}
