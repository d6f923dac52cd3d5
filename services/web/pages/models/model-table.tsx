import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { usePageSearch } from '../../page-search.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { countText, durationText, percentText } from '../../ui/figures.ts';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import styles from './models.module.css';

type Row = ResponseOf<'llmStats'>['models'][number];

/** Models beside each other; one of them can be looked at alone. */
export function ModelTable({ models }: { readonly models: readonly Row[] }) {
  const [, change] = usePageSearch('provider', 'model', 'page');
  return (
    <div className={styles.models}>
      <DataTable
        caption="Calls by model"
        columns={columnsOf(({ provider, model }) => change({ provider, model, page: '' }))}
        rows={models}
        keyOf={({ provider, model }) => JSON.stringify([provider, model])}
        sorted={{ column: 'Calls', isDescending: true }}
      />
    </div>
  );
}

const number = (
  name: string,
  by: (row: Row) => number,
  format: (value: number) => string,
): Column<Row> => ({ name, by, isNumber: true, cell: row => format(by(row)) });

const columnsOf = (choose: (row: Row) => void): readonly Column<Row>[] => [
  {
    name: 'Model',
    by: ({ model }) => model,
    cell: row =>
      row.model === '' ? (
        <Muted>not named</Muted>
      ) : (
        <Button look="quiet" title="Show this model alone" onClick={() => choose(row)}>
          <ForeignLine>{row.model}</ForeignLine>
        </Button>
      ),
  },
  {
    name: 'Provider',
    by: ({ provider }) => provider,
    cell: ({ provider }) => <ForeignLine>{provider}</ForeignLine>,
  },
  number('Calls', ({ calls }) => calls, countText),
  number('Failed', ({ error_rate }) => error_rate, percentText),
  number('Input tokens', ({ input_tokens }) => input_tokens, countText),
  number('Output tokens', ({ output_tokens }) => output_tokens, countText),
  number('Mean', ({ avg_duration_ms }) => avg_duration_ms, durationText),
  number('p50', ({ p50_duration_ms }) => p50_duration_ms, durationText),
  number('p95', ({ p95_duration_ms }) => p95_duration_ms, durationText),
];
