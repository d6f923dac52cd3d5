import { Button } from '../../ui/button.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { type Model, spanAt } from './model.ts';
import styles from './trace.module.css';
import type { View } from './use-view.ts';

type ParentButtonProps = { readonly model: Model; readonly view: View };

/** The way from a span to the one that called it. */
export function ParentButton({ model, view }: ParentButtonProps) {
  const parent = model.layout.parent[view.selected] ?? -1;
  if (parent < 0) return null;
  return (
    <p className={styles.facts}>
      <Muted>Called by</Muted>
      <Button look="quiet" onClick={() => view.show(parent)}>
        <ForeignLine>{spanAt(model, parent).name}</ForeignLine>
      </Button>
    </p>
  );
}
