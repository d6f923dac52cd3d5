import { setTimeout as pause } from 'node:timers/promises';
import { HistoryForgotten, Unavailable } from '../../platform/errors.ts';
import { asOfMs } from '../../platform/http/as-of.ts';
import type { Handler, HttpRequest, HttpResponse, Principal } from '../../platform/http/handler.ts';
import type { KeyedRouteName } from '../../schemas/http/routes.ts';
import { limits } from './config.ts';
import type { QueryShared } from './shared.ts';
import { type Watermarks, watermarkHeader, withWatermark } from './watermark.ts';
import { knownMinuteMs } from './windows/known-condition.ts';

type Shared = Pick<QueryShared, 'configuration' | 'positions'>;

/** What a route may be asked for the past by. */
type AsOf = {
  readonly as_of?: number | undefined;
  readonly min_position?: string | undefined;
};

/**
 * The handler with the watermark of its answer, also of the past: `as_of` counts what was known before its minute. So that the
 * answer is the same whenever it is asked for, it waits until everything received before that minute is in the warehouse;
 * with `min_position`, until the requests that it names are.
 * Throws 400 for an instant of the future, `HistoryForgotten` for one of which the spans are not kept any more, and
 * `Unavailable` where the processor is further behind than a reader waits.
 */
export const asKnown =
  <Name extends KeyedRouteName>(
    { configuration: { retention }, positions }: Shared,
    watermarks: Watermarks,
    handler: Handler<Name>,
    askedOf: (request: HttpRequest<Name>) => AsOf = ({ query }) => (query ?? {}) as AsOf,
  ): Handler<Name> =>
  async (request: HttpRequest<Name>): Promise<HttpResponse<Name>> => {
    const { receivedAtMs, signal } = request;
    const asked = askedOf(request);
    const atMs = asOfMs({ query: asked, receivedAtMs });
    if (asked.min_position !== undefined)
      await positions.reached(
        (request.key as Principal).organizationId,
        asked.min_position,
        signal,
      );
    if (atMs === undefined) return withWatermark(watermarks, handler)(request);
    const earliestMs = receivedAtMs - retention.spansMs;
    if (atMs < earliestMs) throw new HistoryForgotten('spans', earliestMs);
    const minuteMs = knownMinuteMs(atMs);
    await untilKnown(watermarks, minuteMs, signal);
    const { organizationId } = request.key as Principal;
    const watermarkMs = await watermarks.at(organizationId, minuteMs, signal);
    const answer = await handler(request);
    return { ...answer, headers: { ...watermarkHeader(watermarkMs), ...answer.headers } };
  };

/** What was received before a minute is known in it at the latest, so when all of that is in the warehouse, nothing is added to it. */
async function untilKnown(
  watermarks: Pick<Watermarks, 'now'>,
  minuteMs: number,
  signal: AbortSignal,
): Promise<void> {
  const isKnown = async (): Promise<boolean> =>
    ((await watermarks.now()) ?? Number.NEGATIVE_INFINITY) >= minuteMs;
  for (let waitedMs = 0; !(await isKnown()); waitedMs += limits.knownPollMs) {
    if (waitedMs >= limits.knownWaitMs)
      throw new Unavailable('telemetry of before that instant is still on its way; try again');
    await pause(limits.knownPollMs, undefined, { signal });
  }
}
