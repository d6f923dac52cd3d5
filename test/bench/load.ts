import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { OtlpFormat } from '../../schemas/topics.ts';
import { contentTypes } from '../support/otel-send.ts';
import { type Caller, openCaller } from './grpc/caller.ts';
import { newRound, openPayload, type Payload, spansPerBody } from './payload.ts';
import { openSeeded } from './seeded.ts';

/** What the process of the senders is told to do, and what it answers. */
export type LoadPlan = {
  readonly url: string;
  /** One organization each; senders take turns among them. */
  readonly keys: readonly string[];
  readonly services: number;
  readonly senders: number;
  readonly seconds: number;
  /** The same seed sends the same ids, durations and paths again; only the times are of now. */
  readonly seed: string;
  readonly format?: OtlpFormat;
  /** Bodies in protobuf as calls of gRPC to `url`, over a connection for each sender, if not over HTTP/1.1. */
  readonly protocol?: 'grpc' | undefined;
  /** Where traces are posted, if not where OTLP has it. */
  readonly path?: string;
  /** Spans of each body, if not as many as an SDK sends in one. */
  readonly bodySpans?: number;
  /** Undefined: each sender sends again as soon as it has its answer. */
  readonly spansPerSecond?: number;
  /** The senders end after so many spans, whose times go evenly from one instant to the other; of now otherwise. */
  readonly backDated?: BackDated;
};

/** Instants in Unix milliseconds. */
export type BackDated = { readonly spans: number; readonly fromMs: number; readonly toMs: number };

export type LoadResult = {
  readonly seconds: number;
  readonly bodyBytes: number;
  readonly spans: number;
  /** Bodies answered with 429 or 503: senders in a loop may be faster than the processor. */
  readonly turnedAway: number;
  /** Bodies that were answered with anything else but 200, or not at all. */
  readonly failed: number;
  readonly firstFailure: string;
  /** Spans that count as requests, by key and then service. */
  readonly entries: readonly Readonly<Record<string, number>>[];
  /** Of the answers, in milliseconds, ascending. */
  readonly latenciesMs: readonly number[];
  /** Processor time of the senders. */
  readonly cpuSeconds: number;
};

const pauseAfterFailureMs = 20;
const timeoutMs = 60_000;

process.once('message', async (plan: LoadPlan) => {
  process.send?.(await run(plan), () => process.disconnect());
});

async function run(plan: LoadPlan): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: plan.senders });
  const { spansPerSecond, bodySpans = spansPerBody } = plan;
  const entries: Record<string, number>[] = plan.keys.map(() => ({}));
  const tally = {
    spans: 0,
    bodyBytes: 0,
    turnedAway: 0,
    failed: 0,
    firstFailure: '',
    latenciesMs: [] as number[],
  };
  const senders = Array.from({ length: plan.senders }, (_, index) => {
    const random = openSeeded(`${plan.seed}-${index}`);
    const payloads = Array.from({ length: plan.services }, (_, service) =>
      openPayload(service, random, plan.format, bodySpans),
    );
    const call = plan.protocol === 'grpc' ? openCaller(plan.url) : undefined;
    return { payloads, random, call, owner: index % plan.keys.length };
  });
  const everyMs =
    spansPerSecond === undefined ? 0 : (plan.senders * bodySpans * 1000) / spansPerSecond;
  const beganAtMs = performance.now();
  const endsAtMs = beganAtMs + plan.seconds * 1000;
  const clock = clockOf(plan.backDated);
  const isOver = (): boolean =>
    performance.now() >= endsAtMs || tally.spans >= (plan.backDated?.spans ?? Infinity);
  const send = async (payload: Payload, owner: number, caller?: Caller): Promise<void> => {
    const postedAtMs = performance.now();
    const status = await (caller?.send(payload.bytes, plan.keys[owner] ?? '') ??
      post(plan, payload, owner, agent));
    if (status !== '200') {
      if (status === '429' || status === '503') tally.turnedAway++;
      else {
        tally.failed++;
        tally.firstFailure ||= status;
      }
      await pause(pauseAfterFailureMs);
      return;
    }
    tally.latenciesMs.push(performance.now() - postedAtMs);
    tally.spans += bodySpans;
    tally.bodyBytes += payload.bytes.length;
    const counts = entries[owner] ?? {};
    counts[payload.service] = (counts[payload.service] ?? 0) + payload.entries;
  };
  await Promise.all(
    senders.map(async ({ payloads, random, owner, call }) => {
      for (let dueAtMs = beganAtMs; !isOver(); ) {
        const round = newRound(random, bodySpans);
        for (const payload of payloads) {
          payload.renew(round, clock(tally.spans));
          await send(payload, owner, call);
          dueAtMs += everyMs;
          const restMs = dueAtMs - performance.now();
          if (restMs > 0) await pause(restMs);
        }
      }
    }),
  );
  agent.destroy();
  for (const { call } of senders) call?.close();
  const { user, system } = process.cpuUsage();
  return {
    ...tally,
    entries,
    seconds: (performance.now() - beganAtMs) / 1000,
    latenciesMs: tally.latenciesMs.sort((left, right) => left - right),
    cpuSeconds: (user + system) / 1e6,
  };
}

const clockOf = (backDated: BackDated | undefined): ((sent: number) => number) => {
  if (backDated === undefined) return Date.now;
  const { spans, fromMs, toMs } = backDated;
  return sent => Math.round(fromMs + Math.min(1, sent / spans) * (toMs - fromMs));
};

/** The status, or what was thrown instead of one. */
function post(
  { url, path = '/v1/traces', keys, format = 'protobuf' }: LoadPlan,
  { bytes }: Payload,
  owner: number,
  agent: Agent,
): Promise<string> {
  return new Promise(resolve => {
    const sent: ClientRequest = request(`${url}${path}`, {
      agent,
      method: 'POST',
      timeout: timeoutMs,
      headers: {
        'Content-Type': contentTypes[format],
        'Content-Length': bytes.length,
        'X-API-Key': keys[owner] ?? '',
      },
    });
    sent.on('response', response => {
      response.resume();
      response.on('end', () => resolve(String(response.statusCode)));
      response.on('error', error => resolve(error.message));
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', error => resolve(error.message));
    sent.end(bytes);
  });
}
