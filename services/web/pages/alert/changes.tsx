import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { spanText } from '../../time/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ServiceName } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import { useDeployments } from './use-deployments.ts';
import type { Alert } from './words.ts';

type Deployment = ResponseOf<'listDeployments'>['deployments'][number];

const shownMax = 20;

/** Versions that began around the alert, in any service. */
export function Changes({ alert }: { readonly alert: Alert }) {
  const [box, isWanted] = useInView();
  const reading = useDeployments(alert, isWanted);
  return (
    <ReadPanel title="What changed" box={box} reading={reading} height={160}>
      {({ deployments }) =>
        deployments.length === 0 ? (
          <Empty title="No service had a new version in the hours before" />
        ) : (
          <>
            <DataTable
              caption="Deployments around the alert"
              rows={deployments.slice(0, shownMax)}
              keyOf={({ service_name, version }) => `${service_name} ${version}`}
              columns={columnsOf(Date.parse(alert.triggered_at))}
            />
            {deployments.length > shownMax && (
              <Muted>and {deployments.length - shownMax} more before these</Muted>
            )}
          </>
        )
      }
    </ReadPanel>
  );
}

const columnsOf = (triggeredMs: number): readonly Column<Deployment>[] => [
  { name: 'When', cell: ({ first_seen_at }) => <Instant at={first_seen_at} shape="minute" /> },
  {
    name: 'Of the alert',
    cell: ({ first_seen_at }) => {
      const beforeMs = triggeredMs - Date.parse(first_seen_at);
      return `${spanText(beforeMs)} ${beforeMs >= 0 ? 'before' : 'after'}`;
    },
  },
  { name: 'Service', cell: ({ service_name }) => <ServiceName>{service_name}</ServiceName> },
  {
    name: 'Version',
    cell: ({ previous_version, version }) => (
      <ForeignLine>{`${previous_version} → ${version}`}</ForeignLine>
    ),
  },
];
