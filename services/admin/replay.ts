import { performance } from 'node:perf_hooks';
import type { Handler } from '../../platform/http/handler.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import type { AdminContext } from './context.ts';
import { toJson } from './to-json.ts';

/** `replay projection`: builds it again beside the live one and switches, unless it is a dry run, while it goes on being read. */
export const replay =
  ({ projections }: AdminContext): Handler<'adminReplay'> =>
  async ({ params: { projection }, body }) => {
    const start = performance.now();
    const dryRun = body?.dry_run ?? false;
    const diff = body?.diff ?? dryRun;
    const report = await projections.rebuild(projection, { diff, dryRun });
    switch (report.kind) {
      case 'unknown':
        throw notFound(await unknown(projection, projections));
      case 'busy':
        throw new HttpProblem({
          status: 409,
          code: 'conflict',
          message: `the projection ${projection} is being rebuilt already`,
        });
      case 'rebuilt':
        return {
          status: 200,
          body: {
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
          },
        };
    }
  };

async function unknown(name: string, { lag }: AdminContext['projections']): Promise<string> {
  const known = (await lag()).map(projection => projection.name).join(', ');
  return `there is no projection ${name} here, only ${known}`;
}
