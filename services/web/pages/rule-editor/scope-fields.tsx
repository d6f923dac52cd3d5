import { useState } from 'react';
import { useRead } from '../../data/use-read.ts';
import { metricNames, type RequestMetric, type Rule } from '../../rules/words.ts';
import { useTime } from '../../time/use-time.ts';
import { Choice } from '../../ui/choice.tsx';
import { SuggestField } from '../../ui/suggest-field.tsx';
import { BurnFields, chosenPair } from './burn-fields.tsx';
import type { PartProps } from './change.ts';
import { type Draft, isMeasured } from './draft.ts';
import styles from './editor.module.css';
import { OtlpFields } from './otlp-fields.tsx';

const scopes = [
  ['service', 'one service'],
  ['global', 'all services together'],
] as const;

/** `latency` and `throughput` are other names of two of these; a rule that has one keeps it. */
export const offered = [
  'error_rate',
  'latency_p50',
  'latency_p95',
  'latency_p99',
  'latency_avg',
  'request_count',
  'req_per_min',
  'health_score',
] as const;

const suggestedMax = 20;

/** What it looks at. A burn rate is of the service of its objective. */
export function ScopeFields(part: PartProps) {
  const { draft, change } = part;
  return (
    <div className={styles.row}>
      {draft.metric !== 'slo_burn' && <Scope {...part} />}
      <Choice
        label="Metric"
        value={draft.metric}
        options={optionsOf(draft.metric)}
        onChoose={value => change(chosenMetric(value as Draft['metric'], draft))}
      />
      {draft.metric === 'otlp' && <OtlpFields {...part} />}
      {draft.metric === 'slo_burn' && <BurnFields {...part} />}
      {!isMeasured(draft.metric) && (
        <Choice
          label="Compare"
          value={draft.alert_type === 'anomaly' ? 'anomaly' : 'threshold'}
          options={[
            ['threshold', 'its value'],
            ['anomaly', 'how unusual it is'],
          ]}
          onChoose={value => change({ alert_type: value as Rule['alert_type'] })}
        />
      )}
    </div>
  );
}

const Scope = ({ draft, change }: PartProps) => (
  <>
    <Choice
      label="Of"
      value={draft.scope_type}
      options={scopes}
      onChoose={value => change({ scope_type: value as Rule['scope_type'] })}
    />
    {draft.scope_type === 'service' && (
      <ServiceField value={draft.service} change={service => change({ service })} />
    )}
  </>
);

function optionsOf(chosen: Draft['metric']): readonly (readonly [string, string])[] {
  const isOffered = isMeasured(chosen) || offered.some(each => each === chosen);
  const metrics: readonly RequestMetric[] = isOffered ? offered : [chosen, ...offered];
  return [
    ...metrics.map(each => [each, metricNames[each]] as const),
    ['otlp', 'an OTLP metric'],
    ['slo_burn', 'burn rate'],
  ];
}

/** What is measured has no anomaly score. */
function chosenMetric(metric: Draft['metric'], draft: Draft): Partial<Draft> {
  const { alert_type: type } = draft;
  if (metric === 'slo_burn') return { metric, alert_type: 'threshold', ...chosenPair(draft.pair) };
  return { metric, alert_type: metric === 'otlp' && type === 'anomaly' ? 'threshold' : type };
}

type ServiceFieldProps = { readonly value: string; readonly change: (name: string) => void };

/** Any name, also of a service that never sent a span, with those that did. */
function ServiceField({ value, change }: ServiceFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const { from, to } = useTime();
  const { data } = useRead('listServices', { query: { from, to }, isWanted: isOpen });
  const part = value.toLowerCase();
  const names = (data?.body.services ?? []).map(({ name }) => name);
  return (
    <SuggestField
      label="Service"
      value={value}
      change={change}
      onOpen={() => setOpen(true)}
      suggestions={names
        .filter(name => name.toLowerCase().includes(part))
        .slice(0, suggestedMax)
        .map(text => ({ text }))}
    />
  );
}
