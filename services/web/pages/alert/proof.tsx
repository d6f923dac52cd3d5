import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import styles from './alert.module.css';
import type { Alert } from './words.ts';

type Body = ResponseOf<'proveAlert'>;
type Field = Body['fields'][number];

/** The alert computed once more from the log, field by field. */
export function Proof({ alert }: { readonly alert: Alert }) {
  const [box, isWanted] = useInView();
  const reading = useRead('proveAlert', { params: { id: alert.id }, isWanted });
  const body = reading.data?.body;
  return (
    <ReadPanel
      title="Proof"
      box={box}
      reading={reading}
      height={280}
      aside={body !== undefined && <Verdict {...body} />}
    >
      {({ evaluated_at, rule_version, fields }) => (
        <>
          <p className={styles.note}>
            Computed once more from what was known at <Instant at={evaluated_at} />, with version{' '}
            {rule_version} of the rule.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
          <section className={styles.scroll} tabIndex={0} aria-label="Fields of the proof">
            <DataTable
              caption="Recorded and recomputed fields"
              rows={unequalFirst(fields)}
              keyOf={({ field }) => field}
              columns={columns}
            />
          </section>
        </>
      )}
    </ReadPanel>
  );
}

function Verdict({ match, fires, fields }: Body) {
  if (!fires) return <Badge tone="critical">it does not fire again</Badge>;
  const equal = fields.filter(field => field.match).length;
  return (
    <Badge tone={match ? 'ok' : 'critical'}>
      {equal} of {fields.length} fields are equal
    </Badge>
  );
}

const unequalFirst = (fields: readonly Field[]): readonly Field[] =>
  fields.toSorted((a, b) => Number(a.match) - Number(b.match));

const textOf = (value: Field['recorded']): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const columns: readonly Column<Field>[] = [
  {
    name: 'Equal',
    cell: ({ match }) => <Badge tone={match ? 'ok' : 'critical'}>{match ? 'yes' : 'no'}</Badge>,
  },
  { name: 'Field', cell: ({ field }) => field.replaceAll('_', ' ') },
  { name: 'Recorded', cell: ({ recorded }) => <Foreign>{textOf(recorded)}</Foreign> },
  {
    name: 'Recomputed',
    cell: ({ match, recomputed }) => (match ? 'the same' : <Foreign>{textOf(recomputed)}</Foreign>),
  },
];
