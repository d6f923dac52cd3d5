import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Random, wholeBelow } from '../../services/cli/demo/random.ts';
import type { TrafficKind, TrafficRequest } from '../support/traffic.ts';
import { bodyOf } from '../support/traffic-body.ts';
import type { Oracle } from './oracle.ts';
import type { Post } from './post.ts';

export type Sender = { readonly organization: string; readonly key: string };

export type LoadOptions = {
  readonly run: number;
  readonly random: Random;
  readonly oracle: Oracle;
  readonly post: Post;
  readonly spansPerSecond: number;
};

export type Load = {
  /**
   * Sends until stopped, or until the server is gone; after so many spans slowly, as a server that is
   * still alive then has enough to do. Resolves when nothing is under way.
   */
  readonly send: (url: string, burstSpans: number, signal: AbortSignal) => Promise<void>;
  /** One request, an unanswered one again or a new one; resolves when it was answered or was not. */
  readonly sendNext: (
    url: string,
  ) => Promise<{ readonly spans: number; readonly isAnswered: boolean }>;
  /** One request of a new sender; resolves with whether it was answered. */
  readonly sendOne: (
    url: string,
    sender: Sender,
    spans: number,
    kind?: TrafficKind,
  ) => Promise<boolean>;
  readonly addSender: (sender: Sender) => void;
  /** Sends again what is to be sent again, and resolves when all of it was answered. */
  readonly sendAgain: (url: string) => Promise<void>;
};

export const workers = 8;
/** As many senders share the load; the others only send once. */
const sendersMax = 4;
const behindMs = 5;
const slowdown = 10;
const kinds: readonly (readonly [TrafficKind, number])[] = [
  ['large', 0.006],
  ['days', 0.03],
  ['hours', 0.08],
  ['edge', 0.15],
  ['fresh', 1],
];

export function openLoad({ run, random, oracle, post, spansPerSecond }: LoadOptions): Load {
  const senders: Sender[] = [];
  const keys = new Map<string, string>();
  let next = 0;

  const made = (sender: Sender, kind: TrafficKind, spans: number, shares: boolean) => {
    const { organization } = sender;
    return { number: next++, run, organization, kind, baseMs: Date.now(), spans, shares };
  };
  const newRequest = (): TrafficRequest => {
    const sender = senders[(next >>> 1) % Math.min(senders.length, sendersMax)];
    if (sender === undefined) throw new Error('expected a sender, found none');
    const chance = random();
    const kind = kinds.find(([, share]) => chance < share)?.[0] ?? 'fresh';
    return made(sender, kind, 100 + wholeBelow(100, random), true);
  };
  const sendTo = async (url: string, request: TrafficRequest): Promise<boolean> => {
    const headers = {
      'Content-Type': 'application/x-protobuf',
      'X-API-Key': keys.get(request.organization) ?? '',
    };
    try {
      const { status, body } = await post(`${url}/v1/traces`, bodyOf(request), headers);
      if (status === 200) oracle.answered(request);
      else if (status === 503) oracle.unanswered(request);
      else {
        oracle.unanswered(request);
        throw new Unexpected(
          `expected 200 for request ${request.number}, found ${status}: ${body}`,
        );
      }
      return status === 200;
    } catch (error) {
      if (error instanceof Unexpected) throw error;
      oracle.unanswered(request);
      return false;
    }
  };

  const sendNext: Load['sendNext'] = async url => {
    const request = oracle.again() ?? newRequest();
    return { spans: request.spans, isAnswered: await sendTo(url, request) };
  };

  return {
    sendNext,
    addSender: sender => {
      keys.set(sender.organization, sender.key);
      senders.push(sender);
      // Pairs of requests share a trace, so they keep their sender.
      next += next % 2;
    },
    sendOne: async (url, sender, spans, kind = 'fresh') => {
      keys.set(sender.organization, sender.key);
      next += next % 2;
      const request = made(sender, kind, spans, false);
      next++;
      return sendTo(url, request);
    },
    send: async (url, burstSpans, signal) => {
      setMaxListeners(0, signal);
      const beganMs = performance.now();
      let spans = 0;
      const work = async (): Promise<void> => {
        while (!signal.aborted) {
          const slow = Math.max(0, spans - burstSpans) * slowdown;
          const dueMs = beganMs + ((spans + slow) / spansPerSecond) * 1000 - performance.now();
          if (dueMs > behindMs) {
            await pause(dueMs, undefined, { signal }).catch(() => {});
            continue;
          }
          const request = oracle.again() ?? newRequest();
          spans += request.spans;
          if (!(await sendTo(url, request))) return;
        }
      };
      await Promise.all(Array.from({ length: workers }, work));
    },
    sendAgain: async url => {
      for (let request = oracle.again(); request !== undefined; request = oracle.again()) {
        await sendTo(url, request);
      }
    },
  };
}

class Unexpected extends Error {}
