import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { useRead } from '../../data/use-read.ts';
import { ruleLink } from '../../links.ts';
import { type BurnPair, burnOf, burnRates } from '../../rules/burn.ts';
import { RuleState } from '../../rules/rule-state.tsx';
import { whenText } from '../../rules/words.ts';
import { Box } from '../../ui/box.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { digits } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Severity } from '../../ui/severity.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import type { Objective } from '../slos/words.ts';
import styles from './slo.module.css';

/** Two rules with their header. */
const boxHeight = 132;

type Rule = ResponseOf<'listAlertRules'>['rules'][number];
type AlertsProps = { readonly objective: Objective };

/** The rules about its burn rate, and one press that makes those that are missing. */
export function Alerts({ objective }: AlertsProps) {
  const reading = useRead('listAlertRules', {
    query: { objective: objective.id },
    everyMs: 30_000,
  });
  return (
    <ReadPanel title="Alert rules" reading={reading} height={boxHeight}>
      {body => (
        <Box name="Alert rules of this objective" height={boxHeight}>
          <Rules objective={objective} rules={body.rules} />
        </Box>
      )}
    </ReadPanel>
  );
}

const pairs: readonly BurnPair[] = ['fast', 'slow'];

/** No burn rate is higher: that of requests none of which is good. */
const mostOf = ({ target }: Objective): number => 100 / (100 - target);

/** Those at whose rates it can burn, and about which it has no rule. */
const missingPairs = (objective: Objective, rules: readonly Rule[]): readonly BurnPair[] =>
  pairs.filter(
    pair =>
      burnRates[pair] < mostOf(objective) &&
      rules.every(({ metric }) => burnOf(metric)?.pair !== pair),
  );

function Rules({ objective, rules }: AlertsProps & { readonly rules: readonly Rule[] }) {
  const isMissing = missingPairs(objective, rules).length > 0;
  return (
    <>
      {rules.length === 0 ? (
        <None objective={objective} isMissing={isMissing} />
      ) : (
        <DataTable
          caption="Alert rules of this objective"
          rows={rules.toSorted((left, right) => (left.metric < right.metric ? -1 : 1))}
          keyOf={({ id }) => id}
          columns={columns}
        />
      )}
      {isMissing && <Create objective={objective} />}
    </>
  );
}

const None = ({ objective, isMissing }: AlertsProps & { readonly isMissing: boolean }) =>
  isMissing ? (
    <Empty title="No rule alerts when it burns too fast">
      Two rules do that: critical above 14.4 × over 1 h and 5 min, and warning above 6 × over 6 h
      and 30 min, to every enabled channel.
    </Empty>
  ) : (
    <Empty title="It cannot burn that fast">
      With this target no burn rate is above {digits(mostOf(objective))} ×, so alerts above 14.4 ×
      and 6 × would never fire.
    </Empty>
  );

function Create({ objective }: AlertsProps) {
  const off = useReadOnlyReason();
  const create = useAct('alertOnObjective');
  return (
    <p className={styles.press}>
      <Button
        look="primary"
        aria-busy={create.isPending}
        disabledBecause={off ?? (create.isPending ? 'It is being done.' : undefined)}
        onClick={() => create.press({ params: { id: objective.id } })}
      >
        Alert on fast and slow burn
      </Button>
      <span role="status">{off ?? create.error?.message}</span>
    </p>
  );
}

const columns: readonly Column<Rule>[] = [
  { name: 'Severity', width: '90px', cell: ({ severity }) => <Severity>{severity}</Severity> },
  {
    name: 'Rule',
    cell: ({ id, name }) => (
      <LinkTo link={ruleLink(id)}>
        <ForeignLine>{name}</ForeignLine>
      </LinkTo>
    ),
  },
  { name: 'Fires at', cell: rule => whenText(rule) },
  { name: 'State', width: '110px', cell: rule => <RuleState rule={rule} /> },
];
