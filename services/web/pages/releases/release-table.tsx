import type { ReactNode } from 'react';
import { releaseLink } from '../../links.ts';
import { RowList } from '../../shell/row-list.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { Adoption } from './adoption.tsx';
import { Compared } from './compared.tsx';
import { NewErrors } from './new-errors.tsx';
import styles from './releases.module.css';
import { errorRates, type ListedRelease, latencies, type ReleaseFigures } from './words.ts';

/** Releases, each with what its latest deployment changed. */
export const ReleaseTable = ({ releases }: { readonly releases: readonly ListedRelease[] }) => (
  <RowList>
    <DataTable caption="Releases" rows={releases} keyOf={({ id }) => id} columns={columns} />
  </RowList>
);

const ofFigures =
  (cell: (figures: ReleaseFigures) => ReactNode) =>
  ({ figures }: ListedRelease): ReactNode =>
    figures === null ? <Muted>–</Muted> : cell(figures);

const columns: readonly Column<ListedRelease>[] = [
  {
    name: 'Release',
    width: '30%',
    cell: ({ version, services }) => (
      <div className={styles.what}>
        <LinkTo link={releaseLink(version)}>
          <ForeignLine>{version}</ForeignLine>
        </LinkTo>
        <Muted>
          <ForeignLine>{services.length === 0 ? 'any service' : services.join(', ')}</ForeignLine>
        </Muted>
      </div>
    ),
  },
  {
    name: 'Deployed',
    width: '200px',
    cell: ({ deployment }) =>
      deployment === null ? (
        <Muted>not yet</Muted>
      ) : (
        <div className={styles.what}>
          <Instant at={deployment.deployed_at} shape="minute" />
          <Muted>
            <ForeignLine>{deployment.environment}</ForeignLine>
          </Muted>
        </div>
      ),
  },
  { name: 'Adoption', width: '112px', cell: ofFigures(figures => <Adoption {...figures} />) },
  { name: 'Error rate', cell: ofFigures(figures => <Compared pair={errorRates(figures)} />) },
  { name: 'p95', cell: ofFigures(figures => <Compared pair={latencies(figures)} />) },
  { name: 'New errors', width: '112px', cell: ofFigures(figures => <NewErrors {...figures} />) },
];
