import { useState } from 'react';
import { type Backtest, useBacktest } from '../../rules/use-backtest.ts';
import { useNow } from '../../time/use-now.ts';
import { useTime } from '../../time/use-time.ts';
import { Button } from '../../ui/button.tsx';
import { Panel, ReadBody } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './alert.module.css';
import { SweepResult } from './sweep-result.tsx';
import { thresholdsAround } from './thresholds.ts';
import { type Alert, ownOf } from './words.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Would it have fired at another threshold? The rule as it is now is evaluated on the log of a day. */
export function Sweep({ alert }: { readonly alert: Alert }) {
  const [asked, ask] = useState<Backtest>();
  const { asOf } = useTime();
  const nowMs = useNow();
  const end = endOf(alert, asOf === undefined ? nowMs : Date.parse(asOf));
  const run = (): void =>
    ask({
      rule: { id: alert.rule_id },
      sweep: { thresholds: thresholdsAround(ownOf(alert)) },
      from: new Date(end - dayMs).toISOString(),
      // Without it the range ends now by the clock of the server.
      ...((asOf !== undefined || end < nowMs) && { to: new Date(end).toISOString() }),
    });
  return (
    <Panel
      title="Would it have fired?"
      aside={
        asked !== undefined && (
          <Button look="quiet" onClick={run}>
            Try again
          </Button>
        )
      }
    >
      {asked === undefined ? (
        <div className={styles.ask}>
          <p>
            The day up to <Instant at={new Date(end).toISOString()} shape="minute" /> is evaluated
            once more, with thresholds around that of the rule. Nothing is changed, and nobody is
            told.
          </p>
          <Button onClick={run}>Try other thresholds</Button>
        </div>
      ) : (
        <Result alert={alert} asked={asked} />
      )}
    </Panel>
  );
}

/** An hour after it ended, so that what came next is seen too. */
const endOf = ({ resolved_at }: Alert, nowMs: number): number =>
  resolved_at === null ? nowMs : Math.min(nowMs, Date.parse(resolved_at) + hourMs);

function Result({ alert, asked }: { readonly alert: Alert; readonly asked: Backtest }) {
  const reading = useBacktest(asked);
  return (
    <ReadBody reading={reading} height={320}>
      {({ results, from, to }) => (
        <>
          <Muted>
            <Instant at={from} shape="minute" /> to <Instant at={to} shape="minute" />, with the
            rule as it is now
          </Muted>
          <SweepResult alert={ownOf(alert)} results={results} />
        </>
      )}
    </ReadBody>
  );
}
