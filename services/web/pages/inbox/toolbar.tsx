import { useReadOnlyReason } from '../../data/act.ts';
import { useShortcut } from '../../shell/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { Muted } from '../../ui/text.tsx';
import styles from './inbox.module.css';
import type { Item } from './things.ts';
import { useDeeds } from './use-deeds.ts';

type ToolbarProps = {
  readonly chosen: readonly Item[];
  /** What is chosen while nothing is: said instead of what the buttons would do. */
  readonly hint: string;
  readonly done: () => void;
};

/** What can be done with the chosen items. In the past, and with a key that only reads, it says why not. */
export function Toolbar({ chosen, hint, done }: ToolbarProps) {
  const off = useReadOnlyReason();
  const { deeds, act, isBusy, failed } = useDeeds(done);
  const reason = off ?? (isBusy ? 'It is being done.' : chosen.length === 0 ? hint : undefined);
  useShortcut('settle', () => {
    if (reason === undefined) void act('resolveTriageItem', chosen);
  });
  return (
    <section className={styles.toolbar} aria-label="Actions">
      {deeds.map(([name, text]) => (
        <Button key={name} disabledBecause={reason} onClick={() => void act(name, chosen)}>
          {text}
        </Button>
      ))}
      <p role="status">
        {reason !== undefined && <Muted>{reason}</Muted>}
        {failed !== undefined && (
          <span className={styles.failed}>
            {failed.failed} of {failed.of} could not be changed: {failed.message}
          </span>
        )}
      </p>
    </section>
  );
}
