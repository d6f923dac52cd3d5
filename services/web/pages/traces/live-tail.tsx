import { Badge, type Tone } from '../../ui/badge.tsx';
import { wholeText } from '../../ui/figures.ts';
import { Panel } from '../../ui/panel.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import type { Filters } from './filters.ts';
import { PairTools } from './pair-tools.tsx';
import { keptMax, type Tail, unanswered } from './tail.ts';
import { TraceTable } from './trace-table.tsx';
import styles from './traces.module.css';
import { usePair } from './use-pair.ts';
import { type TailState, useTail } from './use-tail.ts';

const states: Readonly<Record<TailState, { readonly tone: Tone; readonly text: string }>> = {
  open: { tone: 'ok', text: 'live' },
  connecting: { tone: 'warning', text: 'connecting' },
  paused: { tone: 'muted', text: 'paused' },
  refused: { tone: 'critical', text: 'stopped' },
};

/** Traces as they arrive, the newest above. */
export function LiveTail({ filters }: { readonly filters: Filters }) {
  const { tail, state, problem, retry } = useTail(filters);
  const { pair, choose, clear } = usePair();
  const { tone, text } = states[state];
  return (
    <Panel
      title="Arriving traces"
      aside={
        <>
          <Badge tone={tone}>{text}</Badge>
          <PairTools pair={pair} clear={clear} />
        </>
      }
    >
      <Notes filters={filters} tail={tail} />
      {problem !== undefined && <Failure problem={problem} retry={retry} />}
      {tail.traces.length > 0 ? (
        <TraceTable caption="Arriving traces" traces={tail.traces} pair={pair} choose={choose} />
      ) : (
        <Empty title="Waiting for the next trace">
          A trace is here as soon as its root span has arrived.
        </Empty>
      )}
    </Panel>
  );
}

/** What the list does not show, and why. */
function Notes({ filters, tail }: { readonly filters: Filters; readonly tail: Tail }) {
  const ignored = unanswered(filters);
  const dropped = tail.arrived - keptMax;
  return (
    <div className={styles.notes}>
      {ignored.length > 0 && (
        <p>
          The live list does not apply <Foreign>{ignored.join(', ').slice(0, 500)}</Foreign>: it
          knows only summaries of traces.
        </p>
      )}
      {dropped > 0 && (
        <p>
          {wholeText(tail.arrived)} traces arrived; the list keeps the newest {keptMax} and dropped{' '}
          {wholeText(dropped)}.
        </p>
      )}
      {tail.gaps > 0 && (
        <p>
          Traces in between are missing {tail.gaps === 1 ? 'once' : `${wholeText(tail.gaps)} times`}
          , as the tab was hidden too long or more arrived than the stream could carry.
        </p>
      )}
    </div>
  );
}
