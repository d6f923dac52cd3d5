import { ok } from 'node:assert/strict';
import { setImmediate as otherWork } from 'node:timers/promises';
import { type InTurns, inTurns } from '../../platform/consumers/in-turns.ts';
import { openReadWindow } from '../../platform/consumers/read-window.ts';
import type {
  AssignedPartition,
  LogRecord,
  OffsetAndMetadata,
  ReadLimits,
} from '../../platform/topic-log/port.ts';

export const turnsLimits = {
  roundMax: 3,
  ownerMax: 2,
  aheadMax: 48,
  waitingBytesMax: 1_000,
  waitMs: 1_000,
} as const;

export type Sent = { readonly owner: number; readonly key: string; readonly bytes: number };

export type TurnsPlan = {
  readonly sent: readonly Sent[];
  /** How many more records are there at each read. */
  readonly arrivals: readonly number[];
  /** How many turns of the event loop each decision takes. */
  readonly pauses: readonly number[];
  /** Calls, counted from each start, at which the process dies. */
  readonly crashes: readonly number[];
};

export type Happened = { readonly kind: 'read' | 'decided'; readonly offset: number };

class Crashed extends Error {}

const at = (items: readonly number[], index: number): number =>
  items[index % Math.max(1, items.length)] ?? 1;

/** One partition, and processes that decide its records one after the other. */
export class TurnsWorld {
  /** Every read, and every first decision of a record. */
  readonly happened: Happened[] = [];
  readonly decided = new Set<number>();
  /** How many were decided again, by life. */
  readonly repeats: number[] = [];
  committed: OffsetAndMetadata | undefined;
  readonly #plan: TurnsPlan;
  readonly #records: readonly LogRecord[];
  #there = 0;
  #reads = 0;

  constructor(plan: TurnsPlan) {
    this.#plan = plan;
    this.#records = plan.sent.map(({ owner, key, bytes }, offset) => {
      const headers = { owner: String(owner) };
      return { partition: 0, offset, key, value: Buffer.alloc(bytes), headers, appendedAtMs: 0 };
    });
  }

  /** In as many lives as it takes. */
  async run(): Promise<void> {
    for (const crash of this.#plan.crashes) await this.#live(crash);
    await this.#live(Number.POSITIVE_INFINITY);
  }

  async #live(crashAt: number): Promise<void> {
    const life = new AbortController();
    let calls = 0;
    const call = (): void => {
      if (calls++ >= crashAt) life.abort();
      if (life.signal.aborted) throw new Crashed();
    };
    this.repeats.push(0);
    await inTurns(this.#partition(life, call), this.#consumer(call)).catch(error => {
      if (!(error instanceof Crashed)) throw error;
    });
  }

  #partition(life: AbortController, call: () => void): AssignedPartition {
    return {
      topic: 'commands',
      partition: 0,
      signal: life.signal,
      committed: async () => this.committed,
      read: async (offset, limits) => {
        call();
        if (limits.waitMs > 0 && offset >= this.#records.length) life.abort();
        return this.#read(offset, limits);
      },
      commit: async position => {
        call();
        this.#expectDecided(position);
        await otherWork();
        call();
        this.committed = position;
      },
    };
  }

  #consumer(call: () => void): InTurns {
    return {
      limits: turnsLimits,
      ownerOf: ({ headers }) => headers.owner ?? '',
      step: async ({ offset }) => {
        call();
        for (let pause = at(this.#plan.pauses, offset); pause > 0; pause--) await otherWork();
        call();
        this.#decide(offset);
        await otherWork();
        call();
        return { kind: 'ok' };
      },
      topicLog: { append: async () => [] },
      clock: () => 0,
      deadLettered: () => undefined,
    };
  }

  #read(offset: number, { recordsMax, bytesMax, waitMs }: ReadLimits): readonly LogRecord[] {
    this.#there += at(this.#plan.arrivals, this.#reads++);
    // A read that waits gets a record.
    if (waitMs > 0) this.#there = Math.max(this.#there, offset + 1);
    const found: LogRecord[] = [];
    let bytes = 0;
    for (const record of this.#records.slice(offset, Math.min(offset + recordsMax, this.#there))) {
      if (bytes >= bytesMax) break;
      found.push(record);
      bytes += record.value.length;
    }
    this.happened.push(...found.map(each => ({ kind: 'read', offset: each.offset }) as const));
    return found;
  }

  #decide(offset: number): void {
    if (this.decided.has(offset)) this.repeats.push((this.repeats.pop() ?? 0) + 1);
    else this.happened.push({ kind: 'decided', offset });
    this.decided.add(offset);
  }

  /** What a successor would not decide again is decided. */
  #expectDecided(position: OffsetAndMetadata): void {
    const left = openReadWindow(position).add(this.#records.slice(position.offset));
    const open = new Set(left.map(({ offset }) => offset));
    for (const { offset } of this.#records)
      ok(open.has(offset) || this.decided.has(offset), `${offset} is committed, not decided`);
  }
}

/** How often one other owner was decided at most, from when a record was read or its owner had a turn to its own turn. */
export function mostPassed(
  happened: readonly Happened[],
  sent: readonly Sent[],
  owner: number,
): number {
  const ofOwner = ({ offset }: Happened): number => sent[offset]?.owner ?? -1;
  let lastTurn = -1;
  let most = 0;
  for (const [turn, event] of happened.entries()) {
    if (event.kind === 'read' || ofOwner(event) !== owner) continue;
    const read = happened.findIndex(each => each.kind === 'read' && each.offset === event.offset);
    const before = happened
      .slice(Math.max(read, lastTurn) + 1, turn)
      .filter(isDecided)
      .map(ofOwner);
    most = Math.max(most, ...before.map(other => before.filter(each => each === other).length));
    lastTurn = turn;
  }
  return most;
}

export const isDecided = ({ kind }: Happened): boolean => kind === 'decided';
