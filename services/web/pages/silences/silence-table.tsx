import { useAct, useReadOnlyReason } from '../../data/act.ts';
import type { Silence } from '../../silences.ts';
import { Badge } from '../../ui/badge.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LayerButton } from '../../ui/layer-button.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { HistoryButton } from '../../versions/history.tsx';
import { stateWords } from './filters.ts';
import { recurrenceText } from './plan.ts';
import { type RuleNames, Scope } from './scope.tsx';
import { SilenceForm } from './silence-form.tsx';
import styles from './silences.module.css';

type SilenceTableProps = { readonly silences: readonly Silence[]; readonly names: RuleNames };

/** Silences, each with what it holds, until when, and what can be done with it. */
export const SilenceTable = ({ silences, names }: SilenceTableProps) => (
  <DataTable
    caption="Silences"
    rows={silences}
    keyOf={({ id }) => id}
    columns={[
      ...columns(names),
      {
        name: 'Actions',
        cell: silence =>
          silence.status === 'ended' ? (
            <HistoryButton of="silence" id={silence.id} />
          ) : (
            <RowActions silence={silence} names={names} />
          ),
      },
    ]}
  />
);

const columns = (names: RuleNames): readonly Column<Silence>[] => [
  {
    name: 'State',
    width: '90px',
    cell: ({ status }) => {
      const [tone, text] = stateWords[status];
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
  {
    name: 'Holds',
    width: '35%',
    cell: silence => (
      <div className={styles.what}>
        <Scope silence={silence} names={names} />
        <ForeignLine>{silence.reason}</ForeignLine>
      </div>
    ),
  },
  {
    name: 'From',
    by: ({ from }) => from,
    cell: ({ from }) => <Instant at={from} shape="minute" />,
  },
  {
    name: 'Until',
    by: ({ until, ended_at }) => ended_at ?? until,
    cell: ({ until, ended_at }) => <Instant at={ended_at ?? until} shape="minute" />,
  },
  {
    name: 'Repeats',
    cell: ({ recurrence }) =>
      recurrence === null ? <Muted>never</Muted> : recurrenceText(recurrence),
  },
];

function RowActions({ silence, names }: { readonly silence: Silence; readonly names: RuleNames }) {
  const off = useReadOnlyReason();
  const change = useAct('changeSilence');
  const end = useAct('endSilence');
  const params = { id: silence.id };
  return (
    <div className={styles.actions}>
      <LayerButton text="Edit" title="Edit the silence" disabledBecause={off}>
        {close => (
          <SilenceForm
            text="Save"
            silence={silence}
            rules={names}
            submit={async body => {
              await change.pressEach({ params, body });
              close();
            }}
          />
        )}
      </LayerButton>
      <HistoryButton of="silence" id={silence.id} />
      <Confirm
        text="End"
        will="The silence ends now, and channels are told what fired meanwhile. It stays in the list, and its history can restore it until its time is over."
        act={() => end.pressEach({ params })}
        disabledBecause={off}
      />
    </div>
  );
}
