import { useState } from 'react';
import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { SuggestField } from '../../ui/suggest-field.tsx';
import { type Aggregation, aggregationWords } from '../explore/figures.ts';
import type { PartProps } from './change.ts';

const suggestedMax = 20;

/** Which OTLP metric, of points with which attributes, and which figure of it. */
export const OtlpFields = ({ draft, problems, change }: PartProps) => (
  <>
    <MetricField
      value={draft.otlp_metric}
      service={draft.scope_type === 'service' ? draft.service : ''}
      change={name => change({ otlp_metric: name })}
    />
    <Choice
      label="Figure"
      value={draft.aggregation}
      options={Object.entries(aggregationWords)}
      onChoose={value => change({ aggregation: value as Aggregation })}
    />
    <Field
      label="Where (attributes)"
      placeholder="queue=mail, region=eu"
      value={draft.filter}
      problem={problems.filter}
      onChange={({ target }) => change({ filter: target.value })}
    />
  </>
);

type MetricFieldProps = {
  readonly value: string;
  /** Metrics of this service are suggested; '': of all. */
  readonly service: string;
  readonly change: (name: string) => void;
};

/** Any name, also of a metric that nobody sent yet. */
function MetricField({ value, service, change }: MetricFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const { from, to } = useTime();
  const query = { from, to, ...(service !== '' && { service }) };
  const { data } = useRead('listMetrics', { query, isWanted: isOpen });
  const part = value.toLowerCase();
  const names = new Set((data?.body.metrics ?? []).map(({ name }) => name));
  return (
    <SuggestField
      label="Metric name"
      value={value}
      change={change}
      onOpen={() => setOpen(true)}
      suggestions={[...names]
        .filter(name => name.toLowerCase().includes(part))
        .slice(0, suggestedMax)
        .map(text => ({ text }))}
    />
  );
}
