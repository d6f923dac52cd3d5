import { useRef } from 'react';
import { useRead } from '../../data/use-read.ts';
import { Skeleton } from '../../ui/states.tsx';
import { FirstFailure } from './first-failure.tsx';
import { FlawNotes } from './flaw-notes.tsx';
import { Legend } from './legend.tsx';
import { Minimap } from './minimap.tsx';
import type { Model, Outline } from './model.ts';
import { SpanPanel } from './span-panel.tsx';
import { Toolbar } from './toolbar.tsx';
import styles from './trace.module.css';
import { useModel } from './use-model.ts';
import { useTraceKeys } from './use-trace-keys.ts';
import { useView } from './use-view.ts';
import { Waterfall } from './waterfall.tsx';

/** The trace as soon as it is laid out. */
export function TraceView({ outline }: { readonly outline: Outline }) {
  const model = useModel(outline);
  return model === undefined ? <Skeleton height={600} /> : <LaidOut model={model} />;
}

/** The waterfall with everything that steers it, and the span that is looked at. */
function LaidOut({ model }: { readonly model: Model }) {
  const view = useView(model);
  const search = useRef<HTMLInputElement>(null);
  const path = useRead('getCriticalPath', {
    params: { id: model.outline.trace.trace_id },
    isWanted: view.showsPath,
  });
  const segments = view.showsPath ? path.data?.body.segments : undefined;
  useTraceKeys(model, view, search);
  return (
    <div className={styles.view} data-panel={view.selected >= 0 || undefined}>
      <div className={styles.left}>
        <Toolbar view={view} count={model.layout.count} search={search} path={path} />
        <FirstFailure model={model} view={view} />
        <FlawNotes layout={model.layout} />
        <Legend model={model} />
        <Minimap model={model} view={view} />
        <Waterfall model={model} view={view} segments={segments} />
      </div>
      {view.selected >= 0 && <SpanPanel model={model} view={view} />}
    </div>
  );
}
