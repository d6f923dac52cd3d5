import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { deployBody, undeployedBody } from '../../../projections/releases/release-bodies.ts';
import type { ReleaseRow } from '../../../projections/releases/releases.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { DeployId } from '../../../schemas/releases/ids.ts';
import type { Deploy } from '../../../schemas/releases/release.ts';
import type { Retention } from '../../../schemas/retention.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';
import type { QueryShared } from '../shared.ts';
import { askedDeploy } from './asked.ts';
import { releaseLimits } from './config.ts';
import { openNames } from './names.ts';
import { type Figures, readFigures } from './read-figures.ts';
import { allOf, expectRelease, isAsked } from './releases.ts';

export type FiguresReads = Pick<QueryShared, 'projections' | 'warehouse' | 'clock'> & {
  readonly retention: Pick<Retention, 'spansMs'>;
};

/** GET /v1/releases: the newest first, each with the figures of its latest deployment. */
export const listReleaseFigures =
  (reads: FiguresReads): Handler<'listReleaseFigures'> =>
  async ({ key, query, querystring, signal, ...request }) => {
    const atMs = asOfMs({ query, ...request });
    const { organizationId } = key;
    const state = await reads.projections.state({ asOfMs: atMs, signal });
    const names = openNames();
    const latestOf = (row: ReleaseRow): Deploy | undefined => latest(row, query.environment);
    let figures: ReadonlyMap<DeployId, Figures> = new Map();
    const { items, total, next } = await listOf({
      ...allOf(organizationId, state, signal),
      query,
      passes: row => {
        names.add(row);
        return isAsked(row, { ...query, querystring });
      },
      prepare: async rows => {
        const wanted: Wanted[] = [];
        for await (const row of rows) {
          const deploy = latestOf(row);
          if (deploy !== undefined) wanted.push({ row, deploy });
        }
        figures = await figuresOf(wanted, { ...reads, atMs, signal });
      },
      change: row => ({ ...undeployedBody(row), ...measured(row, latestOf(row), figures) }),
    });
    const body = { releases: items, total, ...names.sorted(), next_cursor: next };
    return { status: 200, body: bodyOf<ResponseOf<'listReleaseFigures'>>(body) };
  };

/** GET /v1/releases/:version: with the figures of each of its deployments. */
export const getReleaseFigures =
  (reads: FiguresReads): Handler<'getReleaseFigures'> =>
  async ({ key, params, signal, ...request }) => {
    const atMs = asOfMs(request);
    const state = await reads.projections.state({ asOfMs: atMs, signal });
    const row = expectRelease(key.organizationId, params.version, state);
    const deploys = row.deploys.slice(0, releaseLimits.deploymentsMax);
    const wanted = deploys.map(deploy => ({ row, deploy }));
    const figures = await figuresOf(wanted, { ...reads, atMs, signal });
    const deployments = deploys.map(deploy => ({
      deployment: bodyOfDeploy(row, deploy),
      figures: figures.get(deploy.deployId) ?? null,
    }));
    return { status: 200, body: { ...undeployedBody(row), deployments } };
  };

const latest = ({ deploys }: ReleaseRow, environment: string | undefined): Deploy | undefined =>
  deploys.find(each => environment === undefined || each.environment === environment);

const bodyOfDeploy = ({ releaseId, release }: ReleaseRow, deploy: Deploy) =>
  deployBody({ releaseId, version: release.version }, deploy);

const measured = (
  row: ReleaseRow,
  deploy: Deploy | undefined,
  figures: ReadonlyMap<DeployId, Figures>,
) => ({
  deployment: deploy === undefined ? null : bodyOfDeploy(row, deploy),
  figures: (deploy && figures.get(deploy.deployId)) ?? null,
});

type Wanted = { readonly row: ReleaseRow; readonly deploy: Deploy };

type Reading = FiguresReads & { readonly atMs: number | undefined; readonly signal: AbortSignal };

/** By deployment; without those of which there is nothing to count. */
async function figuresOf(
  wanted: readonly Wanted[],
  { clock, retention, atMs, warehouse, signal }: Reading,
): Promise<ReadonlyMap<DeployId, Figures>> {
  const [first] = wanted;
  if (first === undefined) return new Map();
  const times = { nowMs: clock(), atMs, retention };
  const deployments = wanted.flatMap(({ row, deploy }) => askedDeploy(row, deploy, times) ?? []);
  const organization = first.row.organizationId;
  return readFigures(deployments, { organization, atMs }, { warehouse, signal });
}
