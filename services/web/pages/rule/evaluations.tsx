import { useRead } from '../../data/use-read.ts';
import { isBurn } from '../../rules/burn.ts';
import { EvaluationChart } from '../../rules/evaluation-chart.tsx';
import { evaluationsMax } from '../../rules/outcomes.ts';
import { metricText, type Rule } from '../../rules/words.ts';
import { useTime } from '../../time/use-time.ts';
import { ReadPanel } from '../../ui/panel.tsx';

/** As much as a chart can show of one evaluation every ten seconds. */
const shownMsMax = 6 * 3_600_000;

/** The newest evaluations of the range. */
export function Evaluations({ rule }: { readonly rule: Rule }) {
  const { fromMs: firstMs, toMs } = useTime();
  const fromMs = Math.max(firstMs, toMs - shownMsMax);
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  const reading = useRead('alertRuleEvaluations', {
    params: { id: rule.id },
    query: { from, to, limit: evaluationsMax },
    everyMs: 15_000,
  });
  return (
    <ReadPanel
      title={`What it saw: ${metricText(rule)}`}
      reading={reading}
      height={248}
      aside={[
        ...(rule.conditions.length > 0 ? ['the first condition'] : []),
        ...(isBurn(rule.metric) ? ['the lower rate of both windows'] : []),
        ...(fromMs > firstMs ? ['the last six hours'] : []),
      ].join(', ')}
    >
      {({ evaluations }) => (
        <EvaluationChart rule={rule} evaluations={evaluations} span={{ fromMs, toMs }} />
      )}
    </ReadPanel>
  );
}
