import { useNavigate } from '@tanstack/react-router';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import type { ApiProblem } from '../../data/problem.ts';
import { editRuleLink } from '../../links.ts';
import type { Rule } from '../../rules/words.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Failure } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import styles from './rule.module.css';

/** Edit, enable or disable, delete. In the past, and with a key that only reads, it says why not. */
export function Actions({ rule }: { readonly rule: Rule }) {
  const off = useReadOnlyReason();
  const { id } = rule;
  const toggle = useAct('toggleAlertRule');
  const remove = useAct('deleteAlertRule');
  const navigate = useNavigate();
  const isPending = toggle.isPending ? 'It is being done.' : undefined;
  const disable = () => toggle.pressEach({ params: { id }, body: { enabled: false } });
  return (
    <section className={styles.actions} aria-label="Actions">
      <ButtonLink link={editRuleLink(id)}>Edit rule</ButtonLink>
      {rule.enabled ? (
        <Confirm
          text="Disable"
          will="It is not evaluated until somebody enables it again. An alert of it that fires ends now."
          disabledBecause={off ?? isPending}
          act={disable}
        />
      ) : (
        <Button
          disabledBecause={off ?? isPending}
          onClick={() => toggle.press({ params: { id }, body: { enabled: true } })}
        >
          Enable
        </Button>
      )}
      <Confirm
        text="Delete"
        will="The rule is no longer evaluated, and an alert of it that fires ends now. Its past alerts stay, and its page keeps its history, from which it can be restored."
        disabledBecause={off}
        act={async () => {
          await remove.pressEach({ params: { id } });
          void navigate({ to: '/rules' });
        }}
      />
      {off !== undefined && <Muted>{off}</Muted>}
      {toggle.error !== null && !rule.enabled && (
        <Failure problem={toggle.error as ApiProblem} retry={toggle.again} />
      )}
    </section>
  );
}
