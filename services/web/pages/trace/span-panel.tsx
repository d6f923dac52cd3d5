import { X } from 'lucide-react';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { durationText } from '../../ui/figures.ts';
import { ServiceName } from '../../ui/page-link.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { flawsOf } from './flaws.ts';
import { type Model, spanAt } from './model.ts';
import { ParentButton } from './parent-button.tsx';
import spanStyles from './span.module.css';
import styles from './trace.module.css';
import { TraceSnapshots } from './trace-snapshots.tsx';
import type { View } from './use-view.ts';
import { WholeSpan } from './whole-span.tsx';

type SpanPanelProps = { readonly model: Model; readonly view: View };

/** The selected span. Spans that share its id are below it: a request cannot tell them apart. */
export function SpanPanel({ model, view }: SpanPanelProps) {
  const { id, name, service, startNs, durationNs } = spanAt(model, view.selected);
  const reading = useRead('getTraceSpan', {
    params: { id: model.outline.trace.trace_id, span_id: id },
  });
  const flaws = flawsOf(model.layout, view.selected);
  const isThis = (span: { readonly service_name: string; readonly duration_ns: string }) =>
    span.service_name === service && Number(span.duration_ns) === durationNs;
  return (
    <aside className={spanStyles.panel} aria-label="Selected span">
      <header className={spanStyles.panelHead}>
        <h2 className={styles.title} title={name.slice(0, 1_000)}>
          <Foreign>{name.slice(0, 1_000)}</Foreign>
        </h2>
        <Button look="quiet" aria-label="Close the span" onClick={view.close}>
          <X size={14} aria-hidden />
        </Button>
      </header>
      <p className={styles.facts}>
        <ServiceName>{service}</ServiceName>
        <Muted>
          from {durationText(startNs / 1e6)} to {durationText((startNs + durationNs) / 1e6)} of the
          trace
        </Muted>
        {flaws.length > 0 && <span className={styles.flaw}>{flaws.join(', ')}</span>}
      </p>
      <ParentButton model={model} view={view} />
      <ReadBody reading={reading} height={300}>
        {({ spans }) =>
          spans
            .toSorted((a, b) => Number(isThis(b)) - Number(isThis(a)))
            .map((span, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they share their id.
              <WholeSpan key={`${span.id} ${index}`} span={span} />
            ))
        }
      </ReadBody>
      <TraceSnapshots trace={model.outline.trace.trace_id} />
    </aside>
  );
}
