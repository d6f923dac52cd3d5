import { nilOrganization } from '../../../schemas/ids.ts';
import { hourSeconds } from '../../../schemas/window.ts';
import type { AdminContext } from '../context.ts';
import { readsOf, type Scope } from './inspection.ts';

/** Parameters of a statement about one hour, in seconds of Unix time. */
export type Hour = { readonly nil: string; readonly from: number; readonly to: number };

/** The hours of event time in which there is a span or a window. */
export async function hoursOf(
  context: AdminContext,
  { sinceMs, untilMs }: Scope,
  signal: AbortSignal,
): Promise<readonly Hour[]> {
  const rows = await readsOf(context, signal)<{ hour: string }>(
    `SELECT DISTINCT toString(toUnixTimestamp(toStartOfHour(at))) AS hour FROM (
       SELECT DISTINCT bucket AS at FROM spans WHERE ${between('bucket')}
       UNION ALL SELECT DISTINCT time AS at FROM windows WHERE ${between('time')})
     ORDER BY hour`,
    {
      nil: nilOrganization,
      since: Math.floor(sinceMs / 1000),
      until: Math.floor(untilMs / 1000) + hourSeconds,
    },
  );
  return rows.map(({ hour }) => ({
    nil: nilOrganization,
    from: Number(hour),
    to: Number(hour) + hourSeconds,
  }));
}

const between = (time: string): string =>
  `organization != {nil:UUID} AND ${time} >= toDateTime({since:UInt32}, 'UTC') AND ${time} < toDateTime({until:UInt32}, 'UTC')`;

/** The condition on a time column for the parameters of an hour. */
export const inHour = (time: string): string =>
  `organization != {nil:UUID} AND ${time} >= toDateTime({from:UInt32}, 'UTC') AND ${time} < toDateTime({to:UInt32}, 'UTC')`;
