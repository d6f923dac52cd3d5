import { isTargetOf } from '../../../schemas/telemetry/call-target.ts';
import { type CallEnd, EndTable, endRoles, type KeyPlace } from './end-table.ts';
import { ForgottenKeys } from './forgotten-keys.ts';

/**
 * What a call adds to an edge. Without a caller: a callee whose caller is not known. A callee is a service or a target; without
 * either: a caller whose callee is not known and that names none.
 */
export type EdgePart = {
  readonly caller: string;
  readonly callee: string;
  readonly isService: boolean;
  /** The end that has the figures. */
  readonly measured: CallEnd;
  readonly callerFailed: boolean;
};

export type EdgeSink = {
  /** `count`: 1, or -1 for what was counted before and has turned out to be something else. */
  readonly add: (part: EdgePart, count: 1 | -1) => void;
};

/** Where an end is kept, and what it adds to edges. */
type Destination = { readonly table: EndTable; readonly sink: EdgeSink };

export type KnownEndsLimits = {
  /** Ends that are further apart than this are no call. */
  readonly withinMs: number;
  /** Beyond that time, for records that are received out of order. */
  readonly slackMs: number;
  readonly tableRowsMax: number;
  /** Callers with the same ids; more are no ends of calls. */
  readonly callersMax: number;
};

/**
 * The ends of one organization's calls that came last, in the order of the log, in tables by the time of receipt. A call is
 * counted with the later of its two ends:
 *  - a caller that names a target is a call of that at once; a caller that names none is a call of nothing known;
 *  - a callee whose caller is not known is a call by nobody known;
 *  - when the second end comes, the call is one between two services, and what was counted for the first end is taken back.
 *    What a caller counted for a queue stays.
 * So the sums are the same in whatever order the ends come, and however they are batched. A call of a database has no callee.
 */
export class KnownEnds {
  /** All ends that were received from then on are here, but those of forgotten keys. */
  completeFromMs: number;
  latestMs = 0;
  usedAtMs = 0;
  readonly #tables: EndTable[] = [];
  readonly #forgotten = new ForgottenKeys();
  readonly #limits: KnownEndsLimits;

  constructor(completeFromMs: number, limits: KnownEndsLimits) {
    this.completeFromMs = completeFromMs;
    this.#limits = limits;
  }

  get bytes(): number {
    return this.#tables.reduce((sum, { bytes }) => sum + bytes, this.#forgotten.bytes);
  }

  /** Whether all ends of the key are here that an end needs that was received then. */
  isComplete(key: KeyPlace, receivedAtMs: number): boolean {
    const isReceivedSince = receivedAtMs - this.#limits.withinMs >= this.completeFromMs;
    return (isReceivedSince && !this.#forgotten.maybe(key)) || this.#isMarked(key);
  }

  /** Everything of a key, in the order of the log, instead of what was here. */
  complete(key: KeyPlace, ends: readonly (CallEnd & { readonly isCaller: boolean })[]): void {
    for (const table of this.#tables)
      for (const role of [endRoles.caller, endRoles.waiting]) table.keep(key, role, []);
    // All in one table, so that the mark is not there longer than what it is about.
    const table = this.#tableFor(this.latestMs);
    table.add(key, endRoles.complete, markOf(this.latestMs));
    for (const end of ends) this.#take(key, end, end.isCaller, { table, sink: nowhere });
  }

  take(key: KeyPlace, end: CallEnd, isCaller: boolean, sink: EdgeSink): void {
    this.latestMs = Math.max(this.latestMs, end.receivedAtMs);
    this.#take(key, end, isCaller, { table: this.#tableFor(end.receivedAtMs), sink });
  }

  /** Forgets what is too old to be an end of a call with what comes. */
  expire(): void {
    const fromMs = this.latestMs - this.#limits.withinMs - this.#limits.slackMs;
    while ((this.#forgotten.oldestMs ?? fromMs) < fromMs) this.#dropForgotten();
    while ((this.#tables[0]?.latestMs ?? fromMs) < fromMs)
      this.#isCompleteAfter(this.#tables.shift()?.latestMs ?? 0);
  }

  /** Forgets the oldest table, of which the keys are still known; without any, the oldest of those; false without any. */
  forgetOldest(): boolean {
    const table = this.#tables.shift();
    if (table !== undefined) this.#forgotten.add(table.keys);
    return table !== undefined || this.#dropForgotten();
  }

  #dropForgotten(): boolean {
    const { oldestMs } = this.#forgotten;
    this.#forgotten.dropOldest();
    if (oldestMs !== undefined) this.#isCompleteAfter(oldestMs);
    return oldestMs !== undefined;
  }

  #isCompleteAfter(ms: number): void {
    this.completeFromMs = Math.max(this.completeFromMs, ms + 1);
  }

  /** Whether everything of a key was looked up. */
  #isMarked(key: KeyPlace): boolean {
    return this.#tables.some(table => table.newest(key, endRoles.complete) >= 0);
  }

  #take(key: KeyPlace, end: CallEnd, isCaller: boolean, to: Destination): void {
    if (isCaller) this.#takeCaller(key, end, to);
    else this.#takeCallee(key, end, to);
  }

  #takeCaller(key: KeyPlace, end: CallEnd, { table: own, sink }: Destination): void {
    sink.add(named(end), 1);
    if (isTargetOf(end.target, 'database') || this.#callers(key) >= this.#limits.callersMax) return;
    let isJoined = false;
    for (const table of this.#tables) {
      for (const callee of this.#takeWaiting(table, key, end)) {
        isJoined = true;
        sink.add(byNobody(callee), -1);
        addCall(end, callee, sink);
      }
    }
    if (isJoined && !isTargetOf(end.target, 'queue')) sink.add(named(end), -1);
    const row = own.add(key, endRoles.caller, end);
    if (isJoined) own.setJoined(row);
  }

  /** The callees of a table that waited for this caller. */
  #takeWaiting(table: EndTable, key: KeyPlace, end: CallEnd): readonly CallEnd[] {
    const newest = table.newest(key, endRoles.waiting);
    if (newest < 0) return [];
    const [found, others]: [CallEnd[], number[]] = [[], []];
    for (let row = newest; row >= 0; row = table.before(row)) {
      if (table.isNear(row, end, this.#limits.withinMs)) found.push(table.end(row));
      else others.push(row);
    }
    if (found.length > 0) table.keep(key, endRoles.waiting, others);
    return found;
  }

  #takeCallee(key: KeyPlace, end: CallEnd, { table: own, sink }: Destination): void {
    for (const table of this.#tables) {
      const row = this.#firstCaller(table, key, end);
      if (row < 0) continue;
      const caller = table.end(row);
      const isFirst = !table.isJoined(row);
      if (isFirst && !isTargetOf(caller.target, 'queue')) sink.add(named(caller), -1);
      table.setJoined(row);
      addCall(caller, end, sink);
      return;
    }
    sink.add(byNobody(end), 1);
    own.add(key, endRoles.waiting, end);
  }

  #firstCaller(table: EndTable, key: KeyPlace, end: CallEnd): number {
    let found = -1;
    for (let row = table.newest(key, endRoles.caller); row >= 0; row = table.before(row))
      if (table.isNear(row, end, this.#limits.withinMs)) found = row;
    return found;
  }

  #callers(key: KeyPlace): number {
    let count = 0;
    for (const table of this.#tables)
      for (let row = table.newest(key, endRoles.caller); row >= 0; row = table.before(row)) count++;
    return count;
  }

  /** The table for what is received now. */
  #tableFor(receivedAtMs: number): EndTable {
    const last = this.#tables.at(-1);
    const isOpen =
      last !== undefined &&
      last.rows < this.#limits.tableRowsMax &&
      receivedAtMs - last.earliestMs <= this.#limits.withinMs / 2;
    if (isOpen) return last;
    const table = new EndTable(last?.rows ?? 0);
    this.#tables.push(table);
    return table;
  }
}

/** Within one service there is no edge. */
function addCall(caller: CallEnd, callee: CallEnd, sink: EdgeSink): void {
  if (caller.service === callee.service) return;
  const names = { caller: caller.service, callee: callee.service, isService: true };
  sink.add({ ...names, measured: callee, callerFailed: caller.failed }, 1);
}

const named = (measured: CallEnd): EdgePart => ({
  caller: measured.service,
  callee: measured.target,
  isService: false,
  measured,
  callerFailed: measured.failed,
});

const byNobody = (measured: CallEnd): EdgePart => ({
  caller: '',
  callee: measured.service,
  isService: true,
  measured,
  callerFailed: false,
});

const nowhere: EdgeSink = { add: () => undefined };

const markOf = (receivedAtMs: number): CallEnd => ({
  service: '',
  target: '',
  endSeconds: 0,
  receivedAtMs,
  bucket: 0,
  failed: false,
});
