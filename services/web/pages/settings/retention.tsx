import { useRead } from '../../data/use-read.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { Fact, Facts } from './facts.tsx';
import styles from './settings.module.css';

/** How far back the slider goes, by what it shows. The operator of the server decides it. */
export function Retention() {
  const reading = useRead('me', { everyMs: 60_000 });
  return (
    <ReadPanel title="Kept data" reading={reading} height={104}>
      {({ earliest: { state, telemetry, proof } }) => (
        <div className={styles.parts}>
          <Facts>
            <Fact name="Spans, metrics and errors">
              <Since at={telemetry} />
            </Fact>
            <Fact name="Alerts, inbox and settings">
              <Since at={state} />
            </Fact>
            <Fact name="Proofs of alerts">
              {proof === null ? <Muted>not known now</Muted> : <Since at={proof} />}
            </Fact>
          </Facts>
          <p>
            <Muted>The operator of this server decides how long data are kept.</Muted>
          </p>
        </div>
      )}
    </ReadPanel>
  );
}

const Since = ({ at }: { readonly at: string }) => (
  <>
    since <Instant at={at} shape="minute" isRelative />
  </>
);
