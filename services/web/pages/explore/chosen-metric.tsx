import { usePageSearch } from '../../page-search.ts';
import { Choice } from '../../ui/choice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Foreign } from '../../ui/text.tsx';
import styles from './explore.module.css';
import { aggregationsOf, aggregationWords } from './figures.ts';
import type { Found } from './found-metrics.ts';
import { MetricChart } from './metric-chart.tsx';

type ChosenMetricProps = { readonly metric: Found; readonly service: string | undefined };

/** A metric with what may be asked of it, and the answer. */
export function ChosenMetric({ metric, service }: ChosenMetricProps) {
  const [{ figure, group }, change] = usePageSearch('figure', 'group');
  const { name, type, description, attributes } = metric;
  const possible = aggregationsOf(type, metric.isCounter);
  const aggregation = possible.find(each => each === figure) ?? possible[0] ?? 'avg';
  // An attribute may be too rare to be listed, or of another range: the link is believed.
  const groups =
    group === undefined || attributes.includes(group) ? attributes : [group, ...attributes];
  return (
    <Panel title={<Foreign>{name.slice(0, 1_000)}</Foreign>}>
      <div className={styles.chosen}>
        {description !== '' && (
          <p>
            <Foreign>{description.slice(0, 1_000)}</Foreign>
          </p>
        )}
        <div className={styles.tools}>
          <Choice
            label="Figure"
            value={aggregation}
            options={possible.map(each => [each, aggregationWords[each]])}
            onChoose={value => change({ figure: value })}
          />
          <Choice
            label="Group by"
            value={group ?? ''}
            options={[['', 'nothing'], ...groups.map(each => [each, each.slice(0, 100)] as const)]}
            onChoose={value => change({ group: value })}
            isFilledLater
          />
        </div>
        <MetricChart
          key={JSON.stringify([name, type, service, aggregation, group])}
          {...{ metric, service, aggregation }}
          groupBy={group}
        />
      </div>
    </Panel>
  );
}
