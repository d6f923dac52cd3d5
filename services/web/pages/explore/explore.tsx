import { useMemo } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { useTime } from '../../time/use-time.ts';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Page } from '../../ui/layout.tsx';
import { Panel, ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import { ChosenMetric } from './chosen-metric.tsx';
import styles from './explore.module.css';
import { type Found, foundMetrics } from './found-metrics.ts';
import { HowToSend } from './how-to-send.tsx';
import { MetricList } from './metric-list.tsx';

/** Any metric, by its attributes. */
export function Explore() {
  const { from, to } = useTime();
  const [{ metric, type, service }] = usePageSearch('metric', 'type', 'service');
  const reading = useRead('listMetrics', { query: { from, to }, everyMs: 60_000 });
  const body = reading.data?.body;
  const found = useMemo(() => foundMetrics(body?.metrics ?? [], service), [body, service]);
  const chosen = found.find(each => each.name === metric && (type ?? each.type) === each.type);
  return (
    <Page title="Metrics">
      <div className={styles.both} data-chosen={chosen !== undefined || undefined}>
        <ReadPanel title="Find a metric" reading={reading} height={480}>
          {answer => <Finder body={answer} found={found} chosen={chosen} />}
        </ReadPanel>
        {chosen === undefined ? (
          <Nothing name={body === undefined ? undefined : metric} />
        ) : (
          <ChosenMetric metric={chosen} service={service} />
        )}
      </div>
    </Page>
  );
}

const Nothing = ({ name }: { readonly name: string | undefined }) => (
  <Panel title="Chart">
    {name === undefined ? (
      <Empty title="No metric is chosen">Its values over time will be here.</Empty>
    ) : (
      <Empty title="The metric of this link was not sent in this range">
        Choose a longer range, all services, or another metric.
      </Empty>
    )}
  </Panel>
);

type FinderProps = {
  readonly body: ResponseOf<'listMetrics'>;
  readonly found: readonly Found[];
  readonly chosen: Found | undefined;
};

function Finder({ body, found, chosen }: FinderProps) {
  const [{ q = '', service = '' }, change] = usePageSearch('q', 'service');
  const [, choose] = usePageSearch('metric', 'type', 'figure', 'group');
  const sent = [...new Set(body.metrics.map(metric => metric.service))];
  const services = service === '' || sent.includes(service) ? sent : [...sent, service];
  if (body.metrics.length === 0) return <HowToSend />;
  return (
    <div className={styles.chosen}>
      <div className={styles.tools}>
        <Field
          label="Name contains"
          type="search"
          value={q}
          onChange={({ target }) => change({ q: target.value })}
        />
        <Choice
          label="Service"
          value={service}
          options={[
            ['', 'all'],
            ...services.sort().map(each => [each, each.slice(0, 100)] as const),
          ]}
          onChoose={value => change({ service: value })}
        />
      </div>
      <MetricList
        metrics={found}
        wanted={q}
        chosen={chosen}
        onChoose={({ name, type }) => choose({ metric: name, type, figure: '', group: '' })}
      />
      {body.truncated !== undefined && (
        <Muted>Not all metrics are here: {body.truncated.reason}.</Muted>
      )}
    </div>
  );
}
