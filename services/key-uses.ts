import { FixedColumn } from '../platform/columns/fixed.ts';
import { uuidBytes } from '../platform/columns/uuid.ts';
import { withColumnNames } from '../platform/columns/with-column-names.ts';
import type { Principal } from '../platform/http/handler.ts';
import type { Running } from '../platform/lifecycle.ts';
import type { Log } from '../platform/log.ts';
import { randomUuid } from '../platform/uuid.ts';
import type { Warehouse } from '../platform/warehouse/port.ts';
import { minuteMs } from '../schemas/durations.ts';

/** Limits of what a process remembers of the uses of API keys. */
export const keyUseLimits = {
  /** Keys that wait to be written; uses of others are not counted until there is room. */
  keysMax: 100_000,
  /** From the first use that is not written to its writing, and between tries. */
  writeAfterMs: 2_000,
  /** For the last write, when the process stops. */
  stopMsMax: 2_000,
} as const;

type Use = { readonly organization: string; readonly key: string; readonly minute: number };

export type KeyUses = Running & {
  readonly used: (principal: Pick<Principal, 'keyId' | 'organizationId'>) => void;
};

export type KeyUseOptions = {
  readonly warehouse: Pick<Warehouse, 'insertColumns'>;
  readonly clock: () => number;
  readonly log: Log;
};

/**
 * Tells the warehouse when keys were last used: one row for a key and a minute, from each process. A process
 * that is killed loses the uses of its last two seconds; while the warehouse is away they wait here.
 */
export function startKeyUses({ warehouse, clock, log }: KeyUseOptions): KeyUses {
  const latest = new Map<string, number>();
  let waiting = new Map<string, Use>();
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    timer ??= setTimeout(() => void write(), keyUseLimits.writeAfterMs).unref();
  };
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (writing !== undefined || waiting.size === 0) return writing;
    const uses = waiting;
    waiting = new Map();
    forgetBefore(latest, minuteOf(clock()));
    writing = insert([...uses.values()], warehouse).catch(error => {
      log.debug({ err: error }, 'uses of keys not written, trying again');
      for (const [key, use] of uses) if (!waiting.has(key)) waiting.set(key, use);
      later();
    });
    await writing;
    writing = undefined;
    if (waiting.size > 0) later();
  };
  return {
    used: ({ keyId: key, organizationId: organization }) => {
      const minute = minuteOf(clock());
      if ((latest.get(key) ?? 0) >= minute || waiting.size >= keyUseLimits.keysMax) return;
      latest.set(key, minute);
      waiting.set(key, { organization, key, minute });
      later();
    },
    stop: async () => {
      const deadline = new Promise<void>(resolve => {
        setTimeout(resolve, keyUseLimits.stopMsMax).unref();
      });
      const last = async (): Promise<void> => {
        await writing;
        await write();
      };
      await Promise.race([last(), deadline]);
      clearTimeout(timer);
    },
  };
}

/** In minutes since 1970. */
const minuteOf = (atMs: number): number => Math.floor(atMs / minuteMs);

function forgetBefore(latest: Map<string, number>, minute: number): void {
  for (const [key, at] of latest) if (at < minute) latest.delete(key);
}

const types = {
  organization: 'UUID',
  key: 'UUID',
  hour: "DateTime('UTC')",
  used: "SimpleAggregateFunction(max, DateTime('UTC'))",
} as const;

const insert = (uses: readonly Use[], warehouse: KeyUseOptions['warehouse']): Promise<void> =>
  warehouse.insertColumns('key_uses', uses.length, columnsOf(uses), {
    deduplicationToken: randomUuid(),
  });

function columnsOf(uses: readonly Use[]) {
  const builders = {
    organization: new FixedColumn(16, uses.length),
    key: new FixedColumn(16, uses.length),
    hour: new FixedColumn(4, uses.length),
    used: new FixedColumn(4, uses.length),
  };
  for (const { organization, key, minute } of uses) {
    builders.organization.pushUuid(uuidBytes(organization), 0);
    builders.key.pushUuid(uuidBytes(key), 0);
    builders.hour.push((minute - (minute % 60)) * 60);
    builders.used.push(minute * 60);
  }
  return withColumnNames(types, builders);
}
