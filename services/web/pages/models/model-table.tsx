import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { usePageSearch } from '../../page-search.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { countText, durationText, percentText } from '../../ui/figures.ts';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { costText } from './cost-text.ts';
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

const firstToken = (ms: number | null): string => (ms === null ? '–' : durationText(ms));

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
  {
    name: 'Errors',
    by: ({ errors }) => errors,
    cell: ({ errors_by_type: types }) => <Errors types={types} />,
  },
  {
    name: 'Cost',
    by: ({ cost_usd }) => cost_usd ?? -1,
    isNumber: true,
    cell: costText,
  },
  number('Input tokens', ({ input_tokens }) => input_tokens, countText),
  number('Cached', ({ cached_input_tokens }) => cached_input_tokens, countText),
  number('Output tokens', ({ output_tokens }) => output_tokens, countText),
  number('Reasoning', ({ reasoning_tokens }) => reasoning_tokens, countText),
  number('p50', ({ p50_duration_ms }) => p50_duration_ms, durationText),
  number('p95', ({ p95_duration_ms }) => p95_duration_ms, durationText),
  {
    name: 'First token p50',
    by: ({ p50_first_token_ms }) => p50_first_token_ms ?? -1,
    isNumber: true,
    cell: ({ p50_first_token_ms }) => firstToken(p50_first_token_ms),
  },
  {
    name: 'First token p95',
    by: ({ p95_first_token_ms }) => p95_first_token_ms ?? -1,
    isNumber: true,
    cell: ({ p95_first_token_ms }) => firstToken(p95_first_token_ms),
  },
];

/** The most frequent ones on one line, whole on hover. */
const Errors = ({ types }: { readonly types: Row['errors_by_type'] }) =>
  types.length === 0 ? (
    <Muted>none</Muted>
  ) : (
    <ForeignLine>
      {types
        .map(({ error_type: type, count }) => `${type ?? 'not named'} ${countText(count)}`)
        .join(', ')}
    </ForeignLine>
  );
