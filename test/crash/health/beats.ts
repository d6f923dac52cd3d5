import { setTimeout as pause } from 'node:timers/promises';
import { type Random, wholeBelow } from '../../../services/cli/demo/random.ts';
import type { Post } from '../post.ts';
import { openScript } from './script.ts';

export type Beats = {
  /** Sends heartbeats of all services until the server is gone. */
  readonly keepBeating: (url: string, key: string, signal: AbortSignal) => Promise<void>;
  /** One more of each service, that is healthy. */
  readonly finish: (url: string, key: string) => Promise<void>;
  /** Services by the number of a heartbeat, of those that got their response. */
  readonly acknowledged: ReadonlyMap<number, string>;
  readonly sent: () => number;
};

const steadyServices = 4;
const pauseMs = 60;
/** A new service sends so many, and is silent then. */
const newcomersBeats = 3;
const killedAfterMsMax = 6;

/**
 * Services that send heartbeats one after the other; each has its number, and none is sent again. Every life has a new
 * service, whose first heartbeat makes its check.
 *  beaten  is called when a heartbeat has just been sent
 */
export function openBeats(post: Post, random: Random, beaten: () => Promise<void>): Beats {
  const acknowledged = new Map<number, string>();
  const steady = Array.from({ length: steadyServices }, (_, at) => ({
    service: `steady-${at}`,
    isGood: openScript(random),
  }));
  const newcomers: string[] = [];
  let number = 0;

  const beat = async (url: string, key: string, service: string, status: string) => {
    const own = number++;
    const fields = { service_name: service, status, metadata: { number: own } };
    const headers = { 'Content-Type': 'application/json', 'X-API-Key': key };
    const bytes = Buffer.from(JSON.stringify(fields));
    const sent = post(`${url}/v1/health/heartbeat`, bytes, headers).catch(() => undefined);
    setTimeout(() => void beaten(), wholeBelow(killedAfterMsMax, random));
    const answer = await sent;
    if (answer?.status === 200) acknowledged.set(own, service);
    else if (answer !== undefined && answer.status !== 503)
      throw new Error(`expected 200, found ${answer.status}: ${answer.body}`);
    return answer?.status === 200;
  };
  const statusOf = (isGood: boolean): string => {
    if (!isGood) return 'unhealthy';
    return random() < 0.1 ? 'degraded' : 'healthy';
  };
  return {
    acknowledged,
    sent: () => number,
    keepBeating: async (url, key, signal) => {
      const newcomer = `new-${newcomers.length}`;
      newcomers.push(newcomer);
      const goOn = async (service: string, isGood: () => boolean, countMax: number) => {
        for (let count = 0; count < countMax && !signal.aborted; count++) {
          await beat(url, key, service, statusOf(isGood()));
          await pause(pauseMs, undefined, { signal }).catch(() => {});
        }
      };
      await Promise.all([
        goOn(newcomer, () => true, newcomersBeats),
        ...steady.map(({ service, isGood }) => goOn(service, isGood, Number.POSITIVE_INFINITY)),
      ]);
    },
    finish: async (url, key) => {
      for (const service of [...steady.map(one => one.service), ...newcomers])
        while (!(await beat(url, key, service, 'healthy'))) await pause(pauseMs);
    },
  };
}
