import { Agent, type IncomingHttpHeaders, request as open } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sent } from './expected-state-check.ts';
import type { TrafficRequest } from './traffic.ts';
import { bodyOf } from './traffic-body.ts';
import { until } from './until.ts';

export type SteadyLoad = {
  /** What was answered otherwise than 200, or 503 with Retry-After; connections that broke. */
  readonly faults: readonly string[];
  readonly figures: () => { readonly answered: number; readonly refused: number };
  readonly sent: () => Sent;
  /** Resolves when requests are answered 200 that were sent after the call. */
  readonly flows: () => Promise<void>;
  /** Sends nothing new, and again what was refused until all of it is answered 200. */
  readonly stop: () => Promise<void>;
};

export type SteadyLoadOptions = {
  readonly url: string;
  readonly key: string;
  readonly organization: string;
  /** No other load of the same organization has it; at most 1,000. */
  readonly run: number;
  readonly requestsPerSecond: number;
  readonly spans?: number;
};

const workers = 4;
/** Of one load: the number of a request tells its spans from those of all others. */
const requestsMax = 1_000_000;
const answerMsMax = 30_000;
const flowsMsMax = 60_000;
const againMs = 200;

/** Few spans, on and on, over connections that are kept; whatever is refused for now is sent again. */
export function startSteadyLoad(options: SteadyLoadOptions): SteadyLoad {
  const { url, key, organization, run, requestsPerSecond, spans = 10 } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: workers });
  const answered: TrafficRequest[] = [];
  const again: TrafficRequest[] = [];
  const faults: string[] = [];
  const state = { number: run * requestsMax, refused: 0, isStopping: false };
  const send = async (request: TrafficRequest): Promise<void> => {
    try {
      const headers = { 'Content-Type': 'application/x-protobuf', 'X-API-Key': key };
      const answer = await post(`${url}/v1/traces`, bodyOf(request), { headers, agent });
      if (answer.status === 200) return void answered.push(request);
      again.push(request);
      state.refused++;
      const isPolite = answer.status === 503 && answer.headers['retry-after'] !== undefined;
      if (!isPolite) faults.push(`request ${request.number}: ${answer.status} ${answer.body}`);
      await pause(againMs);
    } catch (error) {
      faults.push(`request ${request.number}: ${String(error)}`);
      again.push(request);
    }
  };
  const fresh = (): TrafficRequest => ({
    number: state.number++,
    run,
    organization,
    kind: 'fresh',
    baseMs: Date.now(),
    spans,
    shares: false,
  });
  const work = async (): Promise<void> => {
    for (;;) {
      const request = again.shift() ?? (state.isStopping ? undefined : fresh());
      if (request === undefined) return;
      await send(request);
      if (!state.isStopping) await pause((workers * 1000) / requestsPerSecond);
    }
  };
  const working = Promise.all(Array.from({ length: workers }, work));
  return {
    faults,
    figures: () => ({ answered: answered.length, refused: state.refused }),
    sent: () => ({ answered, unknown: [...again] }),
    flows: async () => {
      const from = state.number;
      const isFlowing = () => answered.some(({ number }) => number > from + workers);
      await until('requests to be answered 200', isFlowing, flowsMsMax);
    },
    stop: async () => {
      state.isStopping = true;
      await working;
      agent.destroy();
    },
  };
}

type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

const post = (
  url: string,
  body: Buffer,
  { headers, agent }: { readonly headers: Record<string, string>; readonly agent: Agent },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { agent, method: 'POST', headers, timeout: answerMsMax };
    const sent = open(url, options, answer => {
      const { statusCode: status = 0, headers: told } = answer;
      answer
        .toArray()
        .then(parts => resolve({ status, headers: told, body: Buffer.concat(parts).toString() }))
        .catch(reject);
    });
    sent.once('error', reject);
    sent.once('timeout', () => sent.destroy(new Error(`no answer in ${answerMsMax} ms`)));
    sent.end(body);
  });
