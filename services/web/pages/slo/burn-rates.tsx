import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { Panel } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import { burnText, type Figures, timesText } from '../slos/words.ts';
import { limitOf } from './limits.ts';

type Rate = Figures['burn_rates'][number];

/** How fast the budget goes: at 1 it lasts exactly as long as its window. */
export const BurnRates = ({ figures }: { readonly figures: Figures }) => (
  <Panel title="Burn rates" aside={<Muted>at 1 × the budget lasts as long as its window</Muted>}>
    <DataTable
      caption="Burn rates"
      rows={figures.burn_rates}
      keyOf={({ window }) => window}
      columns={columns}
    />
  </Panel>
);

const columns: readonly Column<Rate>[] = [
  { name: 'Over', cell: ({ window }) => window.replace(/(\d+)/u, '$1 ') },
  { name: 'Requests', isNumber: true, cell: ({ total }) => wholeText(total) },
  { name: 'Not good', isNumber: true, cell: ({ good, total }) => wholeText(total - good) },
  { name: 'Burn rate', isNumber: true, cell: burnText },
  {
    name: 'Too fast above',
    cell: ({ window, burn_rate: rate }) => {
      const limit = limitOf(window);
      if (limit === undefined) return <Muted>–</Muted>;
      return rate > limit.rate ? (
        <Badge tone={limit.severity}>{timesText(limit.rate)}</Badge>
      ) : (
        timesText(limit.rate)
      );
    },
  },
];
