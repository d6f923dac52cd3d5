import { useState } from 'react';
import { useOperatorRead } from '../../data/operator.ts';
import { usePageSearch } from '../../page-search.ts';
import { Choice } from '../../ui/choice.tsx';
import { wholeText } from '../../ui/figures.ts';
import { FilterRow } from '../../ui/filter-row.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import { DeadTable } from './dead-table.tsx';
import { OperatePage } from './operate-page.tsx';
import { Redrive } from './redrive.tsx';
import { type TopicWithLetters, topics } from './topics.ts';

const limits = [
  ['', 'the latest 100'],
  ['1000', 'the latest 1,000'],
] as const;

/** What could not be processed, why, and can it be processed now? */
export const DeadLetters = () => (
  <OperatePage title="Dead letters">
    <List />
  </OperatePage>
);

function List() {
  const [{ topic = '', limit = '' }, change] = usePageSearch('topic', 'limit');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const reading = useOperatorRead('adminDead', {
    query: { limit: limit === '1000' ? 1_000 : 100, topic },
    everyMs: 30_000,
  });
  const letters = reading.data?.body.records;
  return (
    <>
      <FilterRow>
        <Choice
          label="Topic"
          value={topic}
          options={[['', 'all'], ...topics.map(pairOf)]}
          onChoose={next => change({ topic: next })}
        />
        <Choice
          label="Show"
          value={limit}
          options={limits}
          onChoose={next => change({ limit: next })}
        />
      </FilterRow>
      <Redrive letters={letters} chosen={chosen} done={() => setChosen(new Set())} />
      <ReadPanel title="Dead letters" reading={reading} height={480}>
        {({ records, total }) =>
          records.length === 0 ? (
            <Empty title="No dead letter">
              Records that cannot be processed are put here, with the reason.
            </Empty>
          ) : (
            <>
              <DeadTable
                letters={records}
                chosen={chosen}
                choose={id => setChosen(toggled(chosen, id))}
              />
              {total > records.length && (
                <Muted>and {wholeText(total - records.length)} earlier ones</Muted>
              )}
            </>
          )
        }
      </ReadPanel>
    </>
  );
}

const pairOf = (topic: TopicWithLetters) => [topic, topic] as const;

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}
