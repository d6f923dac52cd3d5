import { setTimeout as pause } from 'node:timers/promises';
import type { Sender } from '../load.ts';
import type { CrashServers } from './servers.ts';

/** What was away from the beginning to the end of a read. */
export type When = 'nothing' | 'broker' | 'warehouse' | 'something';

/** Answers by status, and '-' for none. */
type Counts = Record<When, Record<string, number>>;

export type Reads = {
  readonly counts: Counts;
  /** One sentence each. */
  readonly faults: string[];
};

const paths = [
  '/api/metrics/services/checkout?window=1h',
  '/v1/traces?limit=10',
  '/v1/services',
] as const;

const readEveryMs = 200;
const answerMsMax = 15_000;

/**
 * Reads warehouse data until stopped, several at once when answers are late. While only the broker
 * is away, and somebody is there to answer, no such read may fail.
 */
export async function keepReading(
  {
    url,
    senders,
    sight,
    isServed,
  }: {
    readonly url: string;
    readonly senders: readonly Sender[];
    readonly sight: CrashServers['sight'];
    readonly isServed: () => boolean;
  },
  signal: AbortSignal,
): Promise<Reads> {
  const counts: Counts = { nothing: {}, broker: {}, warehouse: {}, something: {} };
  const faults: string[] = [];
  const underWay = new Set<Promise<void>>();
  const readOnce = async (number: number): Promise<void> => {
    const path = paths[number % paths.length];
    const before = { ...sight(), isServed: isServed() };
    const { status, text } = await read(
      `${url}${path}`,
      senders[number % senders.length]?.key ?? '',
    );
    const after = { ...sight(), isServed: isServed() };
    const when = whenOf(before, after);
    counts[when][status] = (counts[when][status] ?? 0) + 1;
    const isOwed = when === 'broker' && before.isServed && after.isServed;
    const isBroken = status !== '200' && status !== '503' && status !== '-';
    if (isBroken || (isOwed && status === '503'))
      faults.push(`read ${path} while ${when} was away: ${status} ${text.slice(0, 200)}`);
  };
  for (let number = 0; !signal.aborted; number++) {
    const reading = readOnce(number).finally(() => underWay.delete(reading));
    underWay.add(reading);
    await pause(readEveryMs, undefined, { signal }).catch(() => {});
  }
  await Promise.all(underWay);
  return { counts, faults };
}

type Sight = ReturnType<CrashServers['sight']>;

function whenOf(before: Sight, after: Sight): When {
  const same = before.broker === after.broker && before.warehouse === after.warehouse;
  if (!same) return 'something';
  if (before.warehouse === 'down') return 'warehouse';
  return before.broker === 'down' ? 'broker' : 'nothing';
}

async function read(url: string, key: string): Promise<{ status: string; text: string }> {
  try {
    const signal = AbortSignal.timeout(answerMsMax);
    const answer = await fetch(url, { headers: { 'X-API-Key': key }, signal });
    return { status: String(answer.status), text: await answer.text() };
  } catch {
    return { status: '-', text: '' };
  }
}
