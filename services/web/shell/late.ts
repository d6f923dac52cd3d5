import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { Answer } from '../data/api.ts';

/** Data that can be read later than this after it was accepted is late. */
const lateMs = 60_000;

/** Unix ms up to which telemetry is complete; undefined while it is on time. By the clock of the server: that of a reader may be wrong by minutes. */
export function lateSince({ body, sentAtMs }: Answer<ResponseOf<'me'>>): number | undefined {
  const completeMs = body.watermark === null ? Number.NaN : Date.parse(body.watermark);
  return sentAtMs - completeMs > lateMs ? completeMs : undefined;
}
