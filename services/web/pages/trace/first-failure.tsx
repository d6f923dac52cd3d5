import { useMemo } from 'react';
import type { ApiProblem } from '../../data/problem.ts';
import { useRead } from '../../data/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { durationText } from '../../ui/figures.ts';
import { Failure } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { firstFailure } from './failures.ts';
import { type Model, spanAt } from './model.ts';
import { reasonOf } from './reason.ts';
import styles from './trace.module.css';
import type { View } from './use-view.ts';

type FirstFailureProps = { readonly model: Model; readonly view: View };

/** Which span failed before all others, and why as it says itself. */
export function FirstFailure({ model, view }: FirstFailureProps) {
  const span = useMemo(() => firstFailure(model), [model]);
  const { id, name, service, startNs, durationNs } = spanAt(model, span ?? -1);
  const reading = useRead('getTraceSpan', {
    params: { id: model.outline.trace.trace_id, span_id: id },
    isWanted: span !== undefined,
  });
  if (span === undefined) return null;
  if (reading.error !== null)
    return <Failure problem={reading.error as ApiProblem} retry={() => void reading.refetch()} />;
  return (
    <p className={styles.failure}>
      <Badge tone="critical">Failed first</Badge>
      <Button look="quiet" onClick={() => view.show(span)}>
        <ForeignLine>{name}</ForeignLine>
      </Button>
      <span className={styles.reason}>
        <Muted>in </Muted>
        <ForeignLine>{service}</ForeignLine>
      </span>
      <Muted>after {durationText((startNs + durationNs) / 1e6)}</Muted>
      <span className={styles.reason} aria-busy={reading.isFetching}>
        <ForeignLine>{reasonOf(reading.data?.body.spans ?? [])}</ForeignLine>
      </span>
    </p>
  );
}
