import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';

/** Versions of the service that began in the range. */
export function Versions({ service }: { readonly service: string }) {
  const { from, to } = useTime();
  const reading = useRead('listDeployments', { query: { from, to, service } });
  return (
    <ReadPanel title="Deployments" reading={reading} height={200}>
      {({ deployments }) =>
        deployments.length === 0 ? (
          <Empty title="No new version in this range" />
        ) : (
          <DataTable
            caption={`Deployments of ${service}`}
            rows={deployments}
            keyOf={({ version }) => version}
            columns={[
              { name: 'When', cell: ({ first_seen_at }) => <Instant at={first_seen_at} /> },
              { name: 'Version', cell: ({ version }) => <ForeignLine>{version}</ForeignLine> },
              {
                name: 'Before',
                cell: ({ previous_version }) => <ForeignLine>{previous_version}</ForeignLine>,
              },
            ]}
          />
        )
      }
    </ReadPanel>
  );
}
