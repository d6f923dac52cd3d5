import { useRead } from '../../data/use-read.ts';
import { alertLink } from '../../links.ts';
import { type Rule, valueText } from '../../rules/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Box } from '../../ui/box.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import { listHeight } from './list-height.ts';

const shownMax = 50;

/** Its alerts, whenever they fired, the newest first. */
export function Alerts({ rule }: { readonly rule: Rule }) {
  const [box, isWanted] = useInView();
  const reading = useRead('listAlerts', {
    query: { rule: rule.id, limit: shownMax },
    everyMs: 15_000,
    isWanted,
  });
  const total = reading.data?.body.total;
  return (
    <ReadPanel
      title={total === undefined ? 'Alerts' : `Alerts: ${wholeText(total)}`}
      box={box}
      reading={reading}
      height={listHeight}
      aside={<LinkTo link={{ to: '/alerts', search: { rule: rule.id, state: 'all' } }}>All</LinkTo>}
    >
      {({ alerts }) => (
        <Box name="Alerts of this rule" height={listHeight}>
          {alerts.length === 0 ? (
            <Empty title="It never fired" />
          ) : (
            <DataTable
              caption="Alerts of this rule"
              rows={alerts}
              keyOf={({ id }) => id}
              columns={columns}
            />
          )}
        </Box>
      )}
    </ReadPanel>
  );
}

type Row = Parameters<typeof valueText>[0] & {
  readonly id: string;
  readonly triggered_at: string;
  readonly duration: string;
  readonly status: 'firing' | 'resolved';
  readonly current_value: number | null;
};

const columns: readonly Column<Row>[] = [
  {
    name: 'Fired',
    cell: ({ id, triggered_at }) => (
      <LinkTo link={alertLink(id)}>
        <Instant at={triggered_at} />
      </LinkTo>
    ),
  },
  {
    name: 'Value',
    isNumber: true,
    cell: alert =>
      alert.current_value === null ? 'no data' : valueText(alert, alert.current_value),
  },
  {
    name: 'For',
    cell: ({ status, duration }) =>
      status === 'firing' ? <Badge tone="critical">still fires</Badge> : <Muted>{duration}</Muted>,
  },
];
