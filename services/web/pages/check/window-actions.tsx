import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { useNow } from '../../time/use-now.ts';
import { Confirm } from '../../ui/confirm.tsx';
import styles from './check.module.css';

type WindowActionsProps = {
  readonly check: string;
  readonly window: ResponseOf<'listMaintenance'>['maintenance'][number];
};

/** Ends what runs, or takes a maintenance away as if it had never been. */
export function WindowActions({ check, window }: WindowActionsProps) {
  const off = useReadOnlyReason();
  const declare = useAct('declareMaintenance');
  const remove = useAct('removeMaintenance');
  // By the steps of `useNow`, what has just ended would still run.
  const nowMs = Math.max(useNow(), Date.now());
  const { id, from, to, reason } = window;
  const removed = () => remove.pressEach({ params: { id: check, maintenance_id: id } });
  // A maintenance has no end of its own that could change: a shorter one takes its place.
  const end = async () => {
    const body = { from, to: new Date().toISOString(), reason };
    await declare.pressEach({ params: { id: check }, body });
    await removed();
  };
  return (
    <div className={styles.actions}>
      {Date.parse(from) < nowMs && nowMs < Date.parse(to) && (
        <Confirm
          text="End now"
          will="The maintenance ends now. What failed until now still does not count; from now on, failures count and tell people again."
          act={end}
          disabledBecause={off}
        />
      )}
      <Confirm
        text="Remove"
        will="The maintenance is removed as if it had never been declared: its failures count for the uptime again. This cannot be taken back."
        act={removed}
        disabledBecause={off}
      />
    </div>
  );
}
