import {
  readIngestWatermark,
  type WatermarkDependencies,
} from '../../platform/consumers/progress.ts';
import type { Handler, HttpRequest, HttpResponse } from '../../platform/http/handler.ts';
import type { OrganizationReads } from '../../platform/warehouse/port.ts';
import type { RouteName } from '../../schemas/http/routes.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { limits } from './config.ts';
import { createLatestValue } from './latest-value.ts';
import { type QueryContext, readRows } from './windows/window-metrics.ts';

/**
 * An instant, in milliseconds since 1970, before which every accepted request is in the warehouse.
 * Undefined: the log was never reached, so nothing can be said.
 */
export type Watermarks = {
  /** For answers that read the warehouse after this resolved. */
  now(): Promise<number | undefined>;
  /** For an answer from what was known before `knownAtMs`; the same as `now` when that is undefined. */
  at(
    organization: OrganizationId,
    knownAtMs: number | undefined,
    signal: AbortSignal,
  ): Promise<number | undefined>;
};

type Dependencies = WatermarkDependencies & { readonly warehouse: OrganizationReads };

/**
 * Reads from the log how far the processor has committed, which is after the rows were written. A
 * position stays valid, so one read serves for a while, and the last one while the log is unavailable.
 */
export function openWatermarks(dependencies: Dependencies): Watermarks {
  const now = createLatestValue(async () => (await readIngestWatermark(dependencies)).watermarkMs, {
    freshMs: limits.watermarkFreshMs,
    waitMs: limits.watermarkWaitMs,
  });
  return {
    now,
    at: async (organization, knownAtMs, signal) => {
      const instantMs = await now();
      if (knownAtMs === undefined || instantMs === undefined) return instantMs;
      const later = await firstLearnedLater(organization, knownAtMs, { ...dependencies, signal });
      return Math.min(instantMs, knownAtMs, later);
    },
  };
}

/** For answers that rest on all of them: the earliest. */
export const earliestOf = (
  ...all: readonly Pick<Watermarks, 'now'>[]
): Pick<Watermarks, 'now'> => ({
  now: async () => {
    const instants = await Promise.all(all.map(watermarks => watermarks.now()));
    const known = instants.filter(instantMs => instantMs !== undefined);
    return known.length < all.length ? undefined : Math.min(...known);
  },
});

/** Reads the watermark before the handler reads the warehouse, and sends it with the answer. */
export const withWatermark =
  <Name extends RouteName>(
    watermarks: Pick<Watermarks, 'now'>,
    handler: Handler<Name>,
  ): Handler<Name> =>
  async (request: HttpRequest<Name>): Promise<HttpResponse<Name>> => {
    const instantMs = await watermarks.now();
    const answer = await handler(request);
    return { ...answer, headers: { ...watermarkHeader(instantMs), ...answer.headers } };
  };

export const watermarkHeader = (instantMs: number | undefined): Record<string, string> =>
  instantMs === undefined ? {} : { 'X-Data-Watermark': new Date(instantMs).toISOString() };

/** When the earliest request was received that was learned of only at that instant or later. */
async function firstLearnedLater(
  organization: OrganizationId,
  knownAtMs: number,
  { warehouse, signal }: QueryContext,
): Promise<number> {
  const [row] = await readRows<{ n: string; at: string }>(
    {
      sql: `SELECT toString(count()) AS n, toString(toUnixTimestamp64Milli(min(received_at))) AS at
            FROM requests
            WHERE organization = {organization:UUID} AND topic != 'samples' AND known >= toDateTime({known:UInt32}, 'UTC')`,
      parameters: { organization, known: knownAtMs / 1000 },
    },
    { warehouse, signal },
  );
  return row === undefined || row.n === '0' ? Number.POSITIVE_INFINITY : Number(row.at);
}
