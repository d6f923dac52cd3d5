import { newRound, openPayload, type Payload, spansPerBody } from './payload.ts';
import { openSeeded } from './seeded.ts';
import { openWire, type Wire, type WireAnswer } from './wire.ts';

/** What one process of the generators is told to do. It obeys nothing but its plan. */
export type OpenPlan = {
  readonly url: string;
  readonly key: string;
  readonly seconds: number;
  /** Bodies offered a second, whatever is answered; undefined: each connection sends again when it may. */
  readonly bodiesPerSecond: number | undefined;
  readonly connectionsMax: number;
  /** Part of the ids, so that no two processes of a run send the same. */
  readonly seed: number;
};

export type OpenResult = {
  readonly seconds: number;
  readonly spansPerBody: number;
  readonly bodyBytes: number;
  readonly offered: number;
  readonly accepted: number;
  /** By status, with a `Retry-After` of whole seconds and without. */
  readonly refused: Readonly<Record<string, { with: number; without: number }>>;
  /** Bodies that got no answer, by reason. */
  readonly errors: Readonly<Record<string, number>>;
  /** Due while every connection was in use. */
  readonly unsent: number;
  /** From the instant a body was due to its answer, in milliseconds, ascending. */
  readonly acceptedMs: readonly number[];
  readonly refusedMs: readonly number[];
  readonly connections: number;
  readonly cpuSeconds: number;
};

const tickMs = 2;
const renewEveryMs = 250;
const pauseAfterRefusalMs = 20;

process.once('message', async (plan: OpenPlan) => {
  process.send?.(await run(plan), () => process.disconnect());
});

async function run(plan: OpenPlan): Promise<OpenResult> {
  const random = openSeeded(String(plan.seed));
  const payload = openPayload(0, random);
  const tally = openTally();
  const sender = openSender(plan, payload, tally);
  const beganAtMs = performance.now();
  const endsAtMs = beganAtMs + plan.seconds * 1000;
  const launchDue = plan.bodiesPerSecond === undefined ? sender.fill : sender.keepUp(beganAtMs);
  let renewedAtMs = Number.NEGATIVE_INFINITY;
  for (let nowMs = beganAtMs; nowMs < endsAtMs; nowMs = performance.now()) {
    if (nowMs - renewedAtMs > renewEveryMs) {
      payload.renew(newRound(random), Date.now());
      renewedAtMs = nowMs;
    }
    launchDue(nowMs);
    await new Promise(resolve => setTimeout(resolve, tickMs));
  }
  const seconds = (performance.now() - beganAtMs) / 1000;
  const connections = await sender.close();
  const { user, system } = process.cpuUsage();
  const bodyBytes = payload.bytes.length;
  const cpuSeconds = (user + system) / 1e6;
  return { seconds, spansPerBody, bodyBytes, connections, cpuSeconds, ...tally.figures() };
}

function openSender(plan: OpenPlan, payload: Payload, tally: ReturnType<typeof openTally>) {
  const { bodiesPerSecond = 0, seed } = plan;
  const wires = openWires(plan, payload.bytes.length);
  const waiting = new Set<Promise<void>>();
  let number = seed;
  const post = (wire: Wire, dueAtMs: number): Promise<void> =>
    new Promise(resolve => {
      payload.bytes.copy(wire.body);
      payload.stamp(wire.body, number++);
      const again = (): void => {
        wires.give(wire);
        resolve();
      };
      const heard = (answer: WireAnswer): void => {
        tally.heard(answer, performance.now() - dueAtMs);
        if (bodiesPerSecond === 0 && answer.status !== 200) setTimeout(again, pauseAfterRefusalMs);
        else again();
      };
      wire.post(heard, why => {
        tally.failed(why);
        again();
      });
    });
  const launch = (dueAtMs: number): boolean => {
    const wire = wires.take();
    if (wire === undefined) return false;
    const posting = post(wire, dueAtMs).finally(() => waiting.delete(posting));
    waiting.add(posting);
    return true;
  };
  return {
    fill: (nowMs: number): void => {
      while (launch(nowMs)) tally.due();
    },
    keepUp: (beganAtMs: number) => {
      const everyMs = 1000 / bodiesPerSecond;
      let dueAtMs = beganAtMs;
      return (nowMs: number): void => {
        for (; dueAtMs <= nowMs; dueAtMs += everyMs) {
          tally.due();
          if (!launch(dueAtMs)) tally.unsent();
        }
      };
    },
    close: async (): Promise<number> => {
      await Promise.all(waiting);
      return wires.close();
    },
  };
}

function openWires({ url, key, connectionsMax }: OpenPlan, bodyBytes: number) {
  const free: Wire[] = [];
  const address = new URL(url);
  let open = 0;
  let connections = 0;
  return {
    take: (): Wire | undefined => {
      for (let wire = free.pop(); wire !== undefined; wire = free.pop()) {
        if (wire.isOpen()) return wire;
        open--;
      }
      if (open >= connectionsMax) return undefined;
      open++;
      connections++;
      return openWire(address, key, bodyBytes);
    },
    give: (wire: Wire): void => void free.push(wire),
    close: (): number => {
      for (const wire of free) wire.close();
      return connections;
    },
  };
}

function openTally() {
  const refused: Record<string, { with: number; without: number }> = {};
  const errors: Record<string, number> = {};
  const acceptedMs: number[] = [];
  const refusedMs: number[] = [];
  let offered = 0;
  let unsent = 0;
  const ascending = (values: number[]): number[] => values.sort((left, right) => left - right);
  return {
    due: () => void offered++,
    unsent: () => void unsent++,
    failed: (why: string) => {
      errors[why] = (errors[why] ?? 0) + 1;
    },
    heard: ({ status, retryAfter }: WireAnswer, tookMs: number) => {
      if (status === 200) {
        acceptedMs.push(tookMs);
        return;
      }
      refusedMs.push(tookMs);
      refused[status] ??= { with: 0, without: 0 };
      refused[status][/^[1-9]\d*$/.test(retryAfter ?? '') ? 'with' : 'without']++;
    },
    figures: () => ({
      offered,
      unsent,
      refused,
      errors,
      accepted: acceptedMs.length,
      acceptedMs: ascending(acceptedMs),
      refusedMs: ascending(refusedMs),
    }),
  };
}
