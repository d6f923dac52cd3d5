import { useMemo } from 'react';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { useRead } from '../../data/use-read.ts';
import { Choice } from '../../ui/choice.tsx';
import { FilterRow } from '../../ui/filter-row.tsx';
import { LayerButton } from '../../ui/layer-button.tsx';
import { Page } from '../../ui/layout.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import { Calendar, calendarHeight } from './calendar.tsx';
import { passes, states, useStateFilter } from './filters.ts';
import type { RuleNames } from './scope.tsx';
import { SilenceForm } from './silence-form.tsx';
import { SilenceTable } from './silence-table.tsx';

/** What is held back, and when? */
export function Silences() {
  const [state, choose] = useStateFilter();
  const reading = useRead('listSilences', { everyMs: 60_000 });
  const rules = useRead('listAlertRules', { everyMs: 60_000 }).data?.body.rules;
  const names = useMemo(() => new Map(rules?.map(({ id, name }) => [id, name])), [rules]);
  return (
    <Page title="Silences" aside={<Create rules={names} />}>
      <ReadPanel title="The next 14 days" reading={reading} height={calendarHeight}>
        {({ silences }) => <Calendar silences={silences} names={names} />}
      </ReadPanel>
      <FilterRow>
        <Choice label="State" value={state} options={states} onChoose={choose} />
      </FilterRow>
      <ReadPanel title="Silences" reading={reading} height={200}>
        {({ silences }) => {
          const shown = silences.filter(each => passes(each, state));
          return shown.length === 0 ? (
            <Empty title="No silence">
              A silence holds notices of a rule, a service or a severity. Alerts are recorded all
              the same.
            </Empty>
          ) : (
            <SilenceTable silences={shown} names={names} />
          );
        }}
      </ReadPanel>
    </Page>
  );
}

function Create({ rules }: { readonly rules: RuleNames }) {
  const create = useAct('createSilence');
  const off = useReadOnlyReason();
  return (
    <>
      {off !== undefined && <Muted>{off}</Muted>}
      <LayerButton text="Create a silence" look="primary" disabledBecause={off}>
        {close => (
          <SilenceForm
            text="Create"
            rules={rules}
            submit={async body => {
              await create.pressEach({ body });
              close();
            }}
          />
        )}
      </LayerButton>
    </>
  );
}
