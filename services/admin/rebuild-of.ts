import { performance } from 'node:perf_hooks';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import type { RebuildOptions } from '../../projections/engine/rebuild.ts';
import type { RebuildReportBody, RebuildRequest } from '../../schemas/admin/rebuild.ts';
import type { AdminContext } from './context.ts';
import { toJson } from './to-json.ts';

type Projections = AdminContext['projections'];

type Asked = NonNullable<RebuildRequest> &
  Pick<RebuildOptions, 'signal' | 'onRead'> & { readonly projection: string };

/** Builds a projection again beside the live one and switches, unless it is a dry run, while it goes on being read. Throws problems. */
export async function rebuildOf(
  { projection, dry_run: dryRun = false, diff = dryRun, ...more }: Asked,
  projections: Projections,
): Promise<RebuildReportBody> {
  const start = performance.now();
  const report = await projections.rebuild(projection, { diff, dryRun, ...more });
  switch (report.kind) {
    case 'unknown':
      throw await unknown(projection, projections);
    case 'busy':
      throw new HttpProblem({
        status: 409,
        code: 'conflict',
        message: `the projection ${projection} is being rebuilt already`,
      });
    case 'rebuilt':
      return {
        projection,
        events: report.events,
        rows: report.rows,
        differences: report.differences.map(({ key, live, rebuilt }) => ({
          key,
          live: toJson(live),
          rebuilt: toJson(rebuilt),
        })),
        difference_count: report.differenceCount,
        switched: !dryRun,
        duration_ms: Math.round(performance.now() - start),
      };
  }
}

/** Throws 404 for a projection that is not of this process. */
export async function expectKnown(name: string, projections: Projections): Promise<void> {
  const known = (await projections.lag()).map(projection => projection.name);
  if (!known.includes(name)) throw await unknown(name, projections);
}

async function unknown(name: string, { lag }: Projections): Promise<HttpProblem> {
  const known = (await lag()).map(projection => projection.name).join(', ');
  return notFound(`there is no projection ${name} here, only ${known}`);
}
