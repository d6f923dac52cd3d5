import type { ReactNode } from 'react';
import { errorsWithinLink } from '../../links.ts';
import { NameCell } from '../../ui/cells.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, ForeignValue, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { Adoption } from '../releases/adoption.tsx';
import { Compared } from '../releases/compared.tsx';
import { NewErrors } from '../releases/new-errors.tsx';
import { errorRates, latencies, type ReleaseFigures, windowText } from '../releases/words.ts';
import styles from './release.module.css';
import type { Deployed, ReleaseBody } from './words.ts';

/** Each deployment with as much time before it as has passed since, a day at most. */
export const Deployments = ({ release }: { readonly release: ReleaseBody }) => (
  <Panel title="Deployments" aside="before → after, of the same length">
    {release.deployments.length === 0 ? (
      <Empty title="Not deployed yet">
        A pipeline says when it is: <code>tidemark releases deploy</code>. You can record it here,
        too.
      </Empty>
    ) : (
      <DataTable
        caption="Deployments"
        rows={release.deployments}
        keyOf={({ deployment }) => deployment.id}
        columns={columns}
      />
    )}
    {release.deploy_count > release.deployments.length && (
      <Muted>
        These are the latest {wholeText(release.deployments.length)} of{' '}
        {wholeText(release.deploy_count)}.
      </Muted>
    )}
  </Panel>
);

const ofFigures =
  (cell: (figures: ReleaseFigures) => ReactNode) =>
  ({ figures }: Deployed): ReactNode =>
    figures === null ? <Muted>–</Muted> : cell(figures);

const columns: readonly Column<Deployed>[] = [
  {
    name: 'When',
    width: '176px',
    cell: ({ deployment }) => <Instant at={deployment.deployed_at} />,
  },
  {
    name: 'Environment',
    cell: ({ deployment: { environment, deployer, name } }) => (
      <div className={styles.stack}>
        <ForeignLine>{environment}</ForeignLine>
        <Muted>
          <ForeignLine>{[name, deployer].filter(Boolean).join(', ')}</ForeignLine>
        </Muted>
      </div>
    ),
  },
  {
    name: 'Run',
    cell: ({ deployment: { url } }) =>
      url === null ? (
        <Muted>–</Muted>
      ) : (
        <NameCell>
          <ForeignValue>{url}</ForeignValue>
        </NameCell>
      ),
  },
  { name: 'Compared', width: '88px', cell: ofFigures(windowText) },
  { name: 'Adoption', width: '112px', cell: ofFigures(figures => <Adoption {...figures} />) },
  { name: 'Error rate', cell: ofFigures(figures => <Compared pair={errorRates(figures)} />) },
  { name: 'p95', cell: ofFigures(figures => <Compared pair={latencies(figures)} />) },
  {
    name: 'New errors',
    width: '112px',
    cell: ofFigures(figures => {
      const [service] = figures.services;
      return service === undefined || figures.after.new_error_groups === 0 ? (
        <NewErrors {...figures} />
      ) : (
        <LinkTo link={errorsWithinLink(service, figures.after)}>
          <NewErrors {...figures} />
        </LinkTo>
      );
    }),
  },
];
