import type { WholeTidemark } from './cluster.ts';
import { freshSpan, newId } from './otel-send.ts';
import { nanosOf } from './otlp.ts';
import { postAs } from './post-as.ts';
import type { Reader } from './reader.ts';
import { hostileTexts } from './shown-shop.ts';

const hourMs = 3_600_000;
const days = 6;

/** Requests of the last days, most of them good, with a burst of failures a while ago and a few now. */
export async function sendObjectiveSpans(ada: Reader, service: string): Promise<void> {
  const nowMs = Date.now();
  const spans = Array.from({ length: days * 24 }, (_, hour) => hour).flatMap(hour =>
    Array.from({ length: 20 }, (_, index) => {
      const endMs = nowMs - hour * hourMs - 2_000 - index * 60_000;
      const isBurst = hour >= 60 && hour < 63;
      const isBad = index === 0 && (isBurst || hour < 2);
      return freshSpan({
        traceId: newId(32),
        name: 'GET /checkout',
        startTimeUnixNano: nanosOf(endMs - (isBad ? 900 : 20 + index * 5)),
        endTimeUnixNano: nanosOf(endMs),
        status: isBad ? { code: 2, message: 'card declined' } : { code: 0 },
      });
    }),
  );
  await ada.sendSpans(spans, { service });
}

/** Objectives of usual and of hostile texts: kept, burning, missed, and without a request. */
export async function shownObjectives(server: WholeTidemark, ada: Reader) {
  const post = postAs(server, ada);
  await sendObjectiveSpans(ada, 'storefront');
  await server.caughtUp();
  const create = (fields: object) =>
    post<'createObjective'>('/v1/slos', { kind: 'availability', service: 'storefront', ...fields });
  const created = [
    await create({ name: 'Storefront answers', target: 99, window_days: 7 }),
    await create({ name: 'Storefront is quick', target: 99.9, kind: 'latency', threshold_ms: 500 }),
    await create({
      name: hostileTexts.message.slice(0, 200),
      description: hostileTexts.message.slice(0, 2_000),
      service: hostileTexts.service,
      operation: hostileTexts.operation.slice(0, 1_000),
      target: 99.99999,
      window_days: 90,
      window_type: 'calendar',
    }),
  ];
  await create({ name: 'Nobody comes', service: 'attic', target: 50 });
  await create({ name: 'This month', target: 98, window_days: 31, window_type: 'calendar' });
  const { rules } = await post<'alertOnObjective'>(`/v1/slos/${created[2]?.id}/alerts`, {});
  return [
    '/slos',
    '/slos?service=storefront',
    ...created.map(({ id }) => `/slos/${id}`),
    ...rules.slice(0, 1).map(({ id }) => `/rules/${id}/edit`),
  ];
}
