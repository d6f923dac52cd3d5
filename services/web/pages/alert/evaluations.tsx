import { useRead } from '../../data/use-read.ts';
import { EvaluationChart } from '../../rules/evaluation-chart.tsx';
import { evaluationsMax } from '../../rules/outcomes.ts';
import { metricText } from '../../rules/words.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { useDeploymentMarks } from './use-deployments.ts';
import { useShownSpan } from './use-shown-span.ts';
import { type Alert, ownOf } from './words.ts';

/** The values that the rule itself saw, evaluation by evaluation. */
export function Evaluations({ alert }: { readonly alert: Alert }) {
  const span = useShownSpan(alert);
  const marks = useDeploymentMarks(alert);
  const own = ownOf(alert);
  const reading = useRead('alertRuleEvaluations', {
    params: { id: alert.rule_id },
    query: { from: span.from, to: span.to, limit: evaluationsMax },
    ...(alert.status === 'firing' && { everyMs: 15_000 }),
  });
  return (
    <ReadPanel
      title={`What the rule saw: ${metricText(own)}`}
      reading={reading}
      height={248}
      aside={span.isCut && 'the first six hours'}
    >
      {({ evaluations }) => (
        <EvaluationChart rule={own} evaluations={evaluations} span={span} marks={marks} />
      )}
    </ReadPanel>
  );
}
