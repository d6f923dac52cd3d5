import { useRead } from '../../data/use-read.ts';
import { releaseLink } from '../../links.ts';
import { useTime } from '../../time/use-time.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { type ShownDeployment, shownDeployments } from './shown-deployments.ts';

/** Versions of the service that began in the range, and deployments that were recorded. */
export function Versions({ service }: { readonly service: string }) {
  const { from, to } = useTime();
  const reading = useRead('listDeployments', { query: { from, to, service } });
  return (
    <ReadPanel title="Deployments" reading={reading} height={200}>
      {body => {
        const rows = shownDeployments(body);
        return rows.length === 0 ? (
          <Empty title="No new version in this range" />
        ) : (
          <DataTable
            caption={`Deployments of ${service}`}
            rows={rows}
            keyOf={({ key }) => key}
            columns={columns}
          />
        );
      }}
    </ReadPanel>
  );
}

const columns: readonly Column<ShownDeployment>[] = [
  { name: 'When', cell: ({ at }) => <Instant at={at} /> },
  {
    name: 'Version',
    cell: ({ version, environment }) =>
      environment === undefined ? (
        <ForeignLine>{version}</ForeignLine>
      ) : (
        <LinkTo link={releaseLink(version)}>
          <ForeignLine>{version}</ForeignLine>
        </LinkTo>
      ),
  },
  {
    name: 'How it is known',
    cell: ({ environment, previous }) => (
      <Muted>
        <ForeignLine>
          {environment === undefined ? `first span after ${previous}` : `recorded, ${environment}`}
        </ForeignLine>
      </Muted>
    ),
  },
];
