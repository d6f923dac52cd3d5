/** One end of a call, as small numbers. */
export type CalledSpan = {
  readonly trace: number;
  /** Of the caller's span, for either end. */
  readonly id: number;
  readonly isCaller: boolean;
  readonly service: string;
  /** Empty for a callee. */
  readonly target: string;
  readonly endSeconds: number;
  readonly bucket: number;
  readonly failed: boolean;
};

/** A request with ends of calls. */
export type SentCalls = {
  readonly organization: number;
  readonly spans: readonly CalledSpan[];
  readonly receivedAtMs: number;
};

type Received = CalledSpan & Pick<SentCalls, 'organization' | 'receivedAtMs'>;

const withinMs = 120_000;

const isPair = (caller: Received, callee: Received): boolean =>
  caller.organization === callee.organization &&
  caller.trace === callee.trace &&
  caller.id === callee.id &&
  !caller.target.startsWith('database') &&
  Math.abs(caller.endSeconds - callee.endSeconds) * 1000 <= withinMs &&
  Math.abs(caller.receivedAtMs - callee.receivedAtMs) <= withinMs;

/** The calls of each edge in ten seconds, span by span, from all spans together; callers have ids of their own. */
export function naiveEdges(sent: readonly SentCalls[]): ReadonlyMap<string, string> {
  const spans = distinct(sent).flatMap(({ organization, receivedAtMs, spans: own }) =>
    own.map((span): Received => ({ ...span, organization, receivedAtMs })),
  );
  const callers = spans.filter(({ isCaller }) => isCaller);
  const callees = spans.filter(({ isCaller }) => !isCaller);
  const calls: { readonly edge: string; readonly of: Received; readonly callerFailed: boolean }[] =
    [];
  for (const caller of callers) {
    const isJoined = callees.some(callee => isPair(caller, callee));
    const stays = !isJoined || /^(database|queue)/u.test(caller.target);
    const edge = `${caller.service} > ${caller.target || 'nothing'}`;
    if (stays) calls.push({ edge, of: caller, callerFailed: caller.failed });
  }
  for (const callee of callees) {
    const caller = callers.find(each => isPair(each, callee));
    const edge = `${caller?.service ?? 'nobody'} > service ${callee.service}`;
    if (caller?.service !== callee.service)
      calls.push({ edge, of: callee, callerFailed: caller?.failed ?? false });
  }
  return linesOf(calls.map(({ edge, of, callerFailed }) => ({ ...of, edge, callerFailed })));
}

/** A request that was sent again counts once. */
const distinct = (sent: readonly SentCalls[]): SentCalls[] => {
  const first = new Map<string, SentCalls>();
  for (const request of sent) {
    const name = JSON.stringify([request.organization, request.spans]);
    if (!first.has(name)) first.set(name, request);
  }
  return [...first.values()];
};

function linesOf(calls: readonly (Received & { edge: string; callerFailed: boolean })[]) {
  const windows = new Map<string, typeof calls>();
  for (const call of calls) {
    const time = Math.floor(call.endSeconds / 10) * 10;
    const name = `${call.organization} ${call.edge} ${time}`;
    windows.set(name, [...(windows.get(name) ?? []), call]);
  }
  const count = (given: typeof calls, is: (call: (typeof calls)[number]) => boolean) =>
    given.filter(is).length;
  return new Map(
    [...windows].map(([name, own]) => {
      const bars = [...new Set(own.map(({ bucket }) => bucket))]
        .sort((left, right) => left - right)
        .map(bucket => `${bucket}:${count(own, call => call.bucket === bucket)}`);
      const failed = count(own, call => call.failed);
      const callersFailed = count(own, call => call.callerFailed);
      return [name, `${own.length} ${failed} ${callersFailed} ${bars}`];
    }),
  );
}
