import { useRead } from '../../data/use-read.ts';
import type { Rule } from '../../rules/words.ts';
import { type Silence, silencesOf } from '../../silences.ts';
import { Box } from '../../ui/box.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { listHeight } from './list-height.ts';

/** Silences that hold what it would tell. */
export function Silences({ rule }: { readonly rule: Rule }) {
  const reading = useRead('listSilences', { query: { status: 'active' }, everyMs: 60_000 });
  return (
    <ReadPanel title="Silences that hold its notices" reading={reading} height={listHeight}>
      {({ silences }) => {
        const found = silencesOf(alertOf(rule), silences);
        return (
          <Box name="Silences of this rule" height={listHeight}>
            {found.length === 0 ? (
              <Empty title="No silence holds it" />
            ) : (
              <DataTable
                caption="Silences of this rule"
                rows={found}
                keyOf={({ id }) => id}
                columns={columns}
              />
            )}
          </Box>
        );
      }}
    </ReadPanel>
  );
}

/** What an alert of the rule would be by. */
export const alertOf = ({ id, scope_value, severity }: Rule) => ({
  rule_id: id,
  service_name: scope_value ?? '',
  severity,
});

const columns: readonly Column<Silence>[] = [
  { name: 'Until', cell: ({ until }) => <Instant at={until} shape="minute" /> },
  {
    name: 'Of',
    cell: ({ rule_id: rule, service, severity }) =>
      [
        rule !== null && 'this rule',
        service !== null && 'its service',
        severity !== null && 'its severity',
      ]
        .filter(each => each !== false)
        .join(', '),
  },
  { name: 'Why', cell: ({ reason }) => <Foreign>{reason}</Foreign> },
];
