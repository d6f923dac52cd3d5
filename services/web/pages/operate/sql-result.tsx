import { useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { Panel } from '../../ui/panel.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { cellText, csvOf, isNumeric, type SqlAnswer } from './csv.ts';
import { counted } from './words.ts';

type Row = { readonly index: number; readonly values: SqlAnswer['rows'][number] };

/** Of a result that is longer, the rest is shown on request. */
const shownMax = 500;

type SqlResultProps = { readonly answer: SqlAnswer };

/** The rows of an answer, and the way to take them away. */
export function SqlResult({ answer }: SqlResultProps) {
  const { columns, rows, is_cut: isCut, duration_ms: ms } = answer;
  const [isWhole, setWhole] = useState(false);
  const shown = useMemo(
    () => (isWhole ? rows : rows.slice(0, shownMax)).map((values, index) => ({ index, values })),
    [rows, isWhole],
  );
  return (
    <Panel
      title="Result"
      aside={
        <>
          <span role="status">
            {isCut && 'only the first '}
            {counted(rows.length, 'row')} in {wholeText(ms)} ms
          </span>
          <Button onClick={() => saveFile('result.csv', 'text/csv', csvOf(answer))}>
            Save as CSV
          </Button>
        </>
      }
    >
      {rows.length === 0 ? (
        <Empty title="No row" />
      ) : (
        <DataTable
          caption="Result"
          columns={columns.map(columnOf)}
          rows={shown}
          keyOf={({ index }) => String(index)}
        />
      )}
      {shown.length < rows.length && (
        <Button onClick={() => setWhole(true)}>Show all {wholeText(rows.length)} rows</Button>
      )}
    </Panel>
  );
}

/** Names may be there twice; the table needs one for each. */
function columnOf(
  { name, type }: SqlAnswer['columns'][number],
  at: number,
  all: SqlAnswer['columns'],
): Column<Row> {
  const before = all.slice(0, at).filter(other => other.name === name).length;
  return {
    name: before === 0 ? name : `${name} (${before + 1})`,
    isNumber: isNumeric(type),
    cell: ({ values }) => {
      const value = values[at] ?? null;
      return value === null ? <Muted>NULL</Muted> : <ForeignLine>{cellText(value)}</ForeignLine>;
    },
  };
}
