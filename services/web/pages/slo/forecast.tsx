import { Panel } from '../../ui/panel.tsx';
import { Instant } from '../../ui/time.tsx';
import { Exhaustion } from '../slos/exhaustion.tsx';
import { type Figures, timesText } from '../slos/words.ts';
import styles from './slo.module.css';

/** When the budget is over, what says so, and what holds now. */
export function Forecast({ figures }: { readonly figures: Figures }) {
  const { forecast, burn_alert: alert, period_ends_at: endsAt, state } = figures;
  const { exhausts_at: at, burn_rate: rate } = forecast;
  return (
    <Panel title="Forecast">
      <dl className={styles.entries}>
        <dt>Used up</dt>
        <dd>
          <Exhaustion figures={figures} />
          {state !== 'exhausted' && at !== null && (
            <>
              {', '}
              <Instant at={at} shape="minute" />
            </>
          )}
        </dd>
        <dt>If</dt>
        <dd>requests go on as in the last 6 hours, at {timesText(rate)}</dd>
        <dt>Burn alert</dt>
        <dd>{alert === null ? 'none holds' : alertTexts[alert]}</dd>
        <dt>Window</dt>
        <dd>
          from <Instant at={figures.from} shape="minute" />
          {endsAt !== null && (
            <>
              {' until '}
              <Instant at={endsAt} shape="minute" />
            </>
          )}
        </dd>
      </dl>
    </Panel>
  );
}

const alertTexts = {
  critical: 'critical: above 14.4 × over 1 h and over 5 min',
  warning: 'warning: above 6 × over 6 h and over 30 min',
} as const;
