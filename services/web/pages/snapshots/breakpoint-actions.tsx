import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Muted } from '../../ui/text.tsx';
import { type Breakpoint, placeOf } from './breakpoint.ts';
import { EditBreakpoint } from './breakpoint-layers.tsx';
import styles from './snapshots.module.css';

/** What can be done with one breakpoint. */
export function BreakpointActions({ breakpoint }: { readonly breakpoint: Breakpoint }) {
  const off = useReadOnlyReason();
  const enable = useAct('enableBreakpoint');
  const disable = useAct('disableBreakpoint');
  const remove = useAct('deleteBreakpoint');
  const params = { id: breakpoint.id };
  const isOn = breakpoint.status === 'active';
  const act = isOn ? disable : enable;
  const failed = enable.error ?? disable.error;
  return (
    <div className={styles.actions}>
      <Button
        disabledBecause={off ?? (act.isPending ? 'It is being done.' : undefined)}
        onClick={() => act.press({ params })}
      >
        {isOn ? 'Disable' : 'Enable'}
      </Button>
      <EditBreakpoint breakpoint={breakpoint} />
      <Confirm
        text="Delete"
        will={`The breakpoint at ${placeOf(breakpoint).slice(0, 200)} is deleted; what it captured stays. A program that runs through the place with an SDK registers it again.`}
        act={() => remove.pressEach({ params })}
        disabledBecause={off}
      />
      {failed !== null && <Muted>{failed.message}</Muted>}
    </div>
  );
}
