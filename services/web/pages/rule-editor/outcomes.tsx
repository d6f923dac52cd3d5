import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import styles from './editor.module.css';
import {
  type Body,
  channelCounts,
  firingShares,
  type Outcome,
  outcomeText,
  type Row,
  rowsOf,
} from './outcome.ts';
import { Transitions } from './transitions.tsx';

/** One outcome, or that of the rule as it is beside that of the changed one, which comes last. */
export function Outcomes({ body }: { readonly body: Body }) {
  const { results } = body;
  const next = results.at(-1);
  const now = results.length > 1 ? results[0] : undefined;
  if (next === undefined) return null;
  return (
    <>
      <p className={styles.said}>
        {next.alerts === 0 ? (
          <strong>It would never have fired.</strong>
        ) : (
          <>
            It would have fired <strong>{outcomeText(next)}</strong>.
          </>
        )}
        {now !== undefined && ` As it is now: ${outcomeText(now)}.`}
      </p>
      {now !== undefined && <Strip name="As it is" outcome={now} range={body} />}
      <Strip name={now === undefined ? 'This rule' : 'As changed'} outcome={next} range={body} />
      <DataTable
        caption="What it would have done"
        rows={rowsOf(results)}
        keyOf={({ name }) => name}
        columns={columnsOf(now !== undefined)}
      />
      <Channels outcome={next} />
      <Transitions outcome={next} />
    </>
  );
}

type StripProps = {
  readonly name: string;
  readonly outcome: Outcome;
  readonly range: Pick<Body, 'from' | 'to'>;
};

/** When it fires, along the range. */
const Strip = ({ name, outcome, range }: StripProps) => (
  <div className={styles.strip}>
    <Muted>{name}</Muted>
    <div className={styles.line} role="img" aria-label={`${name}: fires ${outcomeText(outcome)}`}>
      {firingShares(outcome.transitions, range).map(({ from, length }) => (
        <span
          key={from}
          className={styles.fires}
          style={{ left: `${from * 100}%`, width: `${length * 100}%` }}
        />
      ))}
    </div>
  </div>
);

function columnsOf(isCompared: boolean): readonly Column<Row>[] {
  const names = isCompared ? ['As it is', 'As changed'] : ['This rule'];
  return [
    { name: 'Figure', cell: ({ name }) => name },
    ...names.map((name, index) => ({
      name,
      isNumber: true,
      cell: ({ texts }: Row) => texts[index] ?? '–',
    })),
  ];
}

/** Who would have been told. */
function Channels({ outcome }: { readonly outcome: Outcome }) {
  const counts = channelCounts(outcome);
  if (counts.length === 0) return null;
  return (
    <ul className={styles.told} aria-label="Notices by channel">
      {counts.map(([name, count]) => (
        <li key={name}>
          <ForeignLine>{name}</ForeignLine>
          <Muted>{wholeText(count)} notices</Muted>
        </li>
      ))}
    </ul>
  );
}
