import { useParams } from '@tanstack/react-router';
import type { ApiProblem } from '../../data/problem.ts';
import { useRead } from '../../data/use-read.ts';
import { RuleState } from '../../rules/rule-state.tsx';
import type { Rule } from '../../rules/words.ts';
import { useTime } from '../../time/use-time.ts';
import { Columns, Lead, Page } from '../../ui/layout.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Severity } from '../../ui/severity.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { History } from '../../versions/history.tsx';
import { Actions } from './actions.tsx';
import { Alerts } from './alerts.tsx';
import { Evaluations } from './evaluations.tsx';
import { Silences } from './silences.tsx';
import { Summary } from './summary.tsx';
import { Told } from './told.tsx';

/** When does this rule page me, how often did it, and who changed it? */
export function RulePage() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const reading = useRead('getAlertRule', { params: { id }, everyMs: 15_000 });
  const { asOf } = useTime();
  const rule = reading.data?.body;
  const isGone = (reading.error as ApiProblem | null)?.status === 404;
  const isEarlier = asOf !== undefined && isGone;
  return (
    <Page
      title={rule === undefined ? 'Rule' : <Foreign>{rule.name}</Foreign>}
      aside={rule !== undefined && <Standing rule={rule} />}
    >
      <ReadBody reading={reading} height={720}>
        {found => <Found rule={found} />}
      </ReadBody>
      {isEarlier && <Muted>At the instant that you look at it may not have existed yet.</Muted>}
      {isGone && <History of="alert rule" id={id} />}
    </Page>
  );
}

const Standing = ({ rule }: { readonly rule: Rule }) => (
  <>
    <Severity>{rule.severity}</Severity>
    <RuleState rule={rule} />
  </>
);

const Found = ({ rule }: { readonly rule: Rule }) => (
  <>
    <Lead>
      <Summary rule={rule} />
      <Actions rule={rule} />
    </Lead>
    <Evaluations rule={rule} />
    <Columns>
      <Alerts rule={rule} />
      <History of="alert rule" id={rule.id} />
    </Columns>
    <Columns>
      <Silences rule={rule} />
      <Told rule={rule} />
    </Columns>
  </>
);
