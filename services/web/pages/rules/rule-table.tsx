import { ruleLink } from '../../links.ts';
import { isBurn } from '../../rules/burn.ts';
import { RuleState, stateOf } from '../../rules/rule-state.tsx';
import { whenText } from '../../rules/words.ts';
import { RowList } from '../../shell/row-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { LinkTo, ServiceName } from '../../ui/page-link.tsx';
import { Severity } from '../../ui/severity.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import type { Rule } from './filters.ts';
import styles from './rules.module.css';
import type { Fired } from './use-fired.ts';

type RuleTableProps = { readonly rules: readonly Rule[]; readonly fired: Fired | undefined };

/** Rules with their conditions and how often they fired; `j`, `k` and Enter go through them. */
export const RuleTable = ({ rules, fired }: RuleTableProps) => (
  <RowList>
    <div className={styles.list}>
      <DataTable
        caption="Rules that pass the filters"
        rows={rules}
        keyOf={({ id }) => id}
        columns={columnsOf(fired)}
      />
    </div>
  </RowList>
);

const columnsOf = (fired: Fired | undefined): readonly Column<Rule>[] => [
  { name: 'Severity', width: '90px', cell: ({ severity }) => <Severity>{severity}</Severity> },
  {
    name: 'Rule',
    by: ({ name }) => name.toLowerCase(),
    cell: ({ id, name }) => (
      <LinkTo link={ruleLink(id)}>
        <ForeignLine>{name}</ForeignLine>
      </LinkTo>
    ),
  },
  {
    name: 'Service',
    by: ({ scope_value: service }) => service ?? '',
    cell: ({ scope_value: service }) =>
      service === null ? <Muted>all</Muted> : <ServiceName>{service}</ServiceName>,
  },
  { name: 'Fires at', cell: rule => whenText(rule) },
  { name: 'State', by: stateOf, cell: rule => <State rule={rule} /> },
  {
    name: 'Fired in the range',
    isNumber: true,
    by: ({ id }) => fired?.byRule.get(id) ?? 0,
    cell: ({ id }) => <Often count={fired?.byRule.get(id) ?? 0} fired={fired} />,
  },
  {
    name: 'Changed',
    width: '130px',
    by: ({ updated_at }) => updated_at,
    cell: ({ updated_at }) => <Instant at={updated_at} shape="minute" />,
  },
];

const State = ({ rule }: { readonly rule: Rule }) => (
  <>
    <RuleState rule={rule} />{' '}
    {rule.warning !== null && (
      <Badge tone="warning">{isBurn(rule.metric) ? 'may not fire' : 'never had data'}</Badge>
    )}
  </>
);

type OftenProps = { readonly count: number; readonly fired: Fired | undefined };

/** Of more alerts than were counted, only that it was at least so often is known. */
function Often({ count, fired }: OftenProps) {
  if (fired === undefined) return <Muted>…</Muted>;
  if (fired.isCut) return <>{wholeText(count)} or more</>;
  return count === 0 ? <Muted>never</Muted> : wholeText(count);
}
