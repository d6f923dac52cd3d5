import type { ServerHttp2Stream } from 'node:http2';
import { clientGone, HttpProblem, invalidRequest } from '../http/problem.ts';
import type { GrpcLimits } from './limits.ts';

/** Why nobody waits for a call any more, once that is so. */
export class CallEnd {
  /** Rejects with the reason. */
  readonly promise: Promise<never>;
  #reject: (reason: HttpProblem) => void = () => undefined;
  #controller: AbortController | undefined;
  #reason: HttpProblem | undefined;

  constructor() {
    this.promise = new Promise((_, reject) => {
      this.#reject = reject;
    });
    this.promise.catch(() => undefined);
  }

  /** The first reason counts. */
  readonly end = (reason: HttpProblem): void => {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#reject(reason);
    this.#controller?.abort();
  };

  /** Made only for those who use it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort();
    return this.#controller.signal;
  }
}

export type WatchedCall = {
  readonly end: CallEnd;
  /** The whole message is here. */
  readonly arrived: () => void;
  /** The call is answered. */
  readonly forget: () => void;
};

/**
 * Ends a call when its client leaves, when its deadline passes, or when its message does not come.
 *  timeout  what the client sent as `grpc-timeout`; one that cannot be read ends the call
 */
export function watchCall(
  stream: ServerHttp2Stream,
  timeout: string | undefined,
  { messageMsMax, deadlineMsMax }: Pick<GrpcLimits, 'messageMsMax' | 'deadlineMsMax'>,
): WatchedCall {
  const end = new CallEnd();
  const deadlineMs = timeout === undefined ? undefined : timeoutMs(timeout);
  if (Number.isNaN(deadlineMs)) end.end(unreadableTimeout(timeout));
  const deadline = timer(deadlineMs, deadlineMsMax, () => end.end(tooLate()));
  const message = timer(messageMsMax, messageMsMax, () => end.end(tooSlow(messageMsMax)));
  const left = (): void => end.end(clientGone('the client left before it was answered'));
  stream.once('close', left);
  return {
    end,
    arrived: () => clearTimeout(message),
    forget: () => {
      clearTimeout(deadline);
      clearTimeout(message);
      stream.off('close', left);
    },
  };
}

const timer = (ms: number | undefined, msMax: number, end: () => void) =>
  ms === undefined || Number.isNaN(ms) ? undefined : setTimeout(end, Math.min(ms, msMax));

const msPerUnit: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

/** `10S`, `250m`; in milliseconds, NaN for what is none. */
export function timeoutMs(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,8})([HMSmun])$/u.exec(text) ?? [];
  return Number(digits) * (msPerUnit[unit] ?? Number.NaN);
}

const unreadableTimeout = (timeout = ''): HttpProblem =>
  invalidRequest(`expected a grpc-timeout such as 10S, found ${timeout.slice(0, 20)}`);

const tooLate = (): HttpProblem =>
  new HttpProblem({
    status: 408,
    code: 'deadline_exceeded',
    message: 'the deadline of the call passed before it was answered: send it again',
  });

const tooSlow = (ms: number): HttpProblem =>
  new HttpProblem({
    status: 408,
    code: 'deadline_exceeded',
    message: `the message did not come within ${ms / 1000} s: send it again`,
  });
