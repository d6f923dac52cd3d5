import { useAct, useReadOnlyReason } from '../../data/act.ts';
import type { ApiProblem } from '../../data/problem.ts';
import { useRead } from '../../data/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Failure } from '../../ui/states.tsx';
import styles from './snapshots.module.css';

/** Stops all captures of the organization, or allows them again. */
export function KillSwitch() {
  const off = useReadOnlyReason();
  const { data, error, refetch } = useRead('getKillSwitch', { everyMs: 30_000 });
  const isOn = data?.body.kill_switch;
  const { pressEach } = useAct('turnKillSwitch');
  const turn = (enabled: boolean) => () => pressEach({ body: { enabled } });
  if (data === undefined && error !== null)
    return <Failure problem={error as ApiProblem} retry={() => void refetch()} />;
  return (
    <div className={styles.switch}>
      {isOn !== undefined && (
        <Badge tone={isOn ? 'critical' : 'ok'}>
          {isOn ? 'all captures stopped' : 'captures allowed'}
        </Badge>
      )}
      {isOn === true ? (
        <Confirm
          text="Allow captures"
          will="Breakpoints that are enabled capture again, from the next time that an SDK asks."
          act={turn(false)}
          disabledBecause={off}
        />
      ) : (
        <Confirm
          text="Stop all captures"
          will="No breakpoint of the organization captures anything until captures are allowed again. Breakpoints and what they captured stay."
          act={turn(true)}
          disabledBecause={off ?? (isOn === undefined ? 'It is not known yet.' : undefined)}
        />
      )}
    </div>
  );
}
