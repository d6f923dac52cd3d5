import type { Rule } from '../../rules/words.ts';
import { Choice } from '../../ui/choice.tsx';
import { Panel, ReadBody } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import type { Draft } from './draft.ts';
import styles from './editor.module.css';
import type { Body } from './outcome.ts';
import { Outcomes } from './outcomes.tsx';
import { spans, useDays, usePreview } from './use-preview.ts';

type PreviewProps = {
  /** Undefined while something is missing. */
  readonly draft: Draft | undefined;
  readonly missing: string | undefined;
  readonly rule: Rule | undefined;
};

/** What such a rule would have done on the log of the last days. Nothing is changed, and nobody is told. */
export function Preview({ draft, missing, rule }: PreviewProps) {
  const [days, choose] = useDays();
  const { reading, isAhead } = usePreview(draft, rule);
  return (
    <Panel title="What it would have done" isBusy={reading.isFetching}>
      <div className={styles.preview}>
        <div className={styles.row}>
          <Choice label="On the" value={days} options={spans} onChoose={choose} />
          <p role="status" className={styles.tried}>
            {reading.isFetching && <Muted>It is being tried…</Muted>}
            {!reading.isFetching && reading.data !== undefined && <Tried {...reading.data.body} />}
          </p>
        </div>
        {draft === undefined || isAhead ? (
          <Empty title={missing ?? 'Nothing of this time is recorded'} />
        ) : (
          <ReadBody reading={reading} height={360}>
            {body => <Outcomes body={body} />}
          </ReadBody>
        )}
      </div>
    </Panel>
  );
}

const Tried = ({ from, to }: Body) => (
  <Muted>
    <Instant at={from} shape="minute" /> to <Instant at={to} shape="minute" />
  </Muted>
);
