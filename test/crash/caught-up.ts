import { until } from '../support/until.ts';
import { operatorAsks } from './child.ts';
import { openStandstills, type Progress } from './standstills.ts';

type Status = {
  readonly status: string;
  readonly cause: string | null;
  /** Null while the engine that knows them is away, or slow. */
  readonly consumers:
    | readonly {
        readonly group: string;
        readonly partition: number;
        readonly committed: number;
        readonly lag: number;
      }[]
    | null;
  readonly projections: readonly { readonly name: string; readonly lag: number }[] | null;
};

export type CatchUp = {
  readonly catchUpMsMax: number;
  /** What is behind and does not move for so long is stuck. */
  readonly standstillMsMax: number;
};

/** Looks take the processors from those that catch up. */
const pauseMsMax = 1_000;

const ofOneProcess: CatchUp = { catchUpMsMax: 90_000, standstillMsMax: 60_000 };

/** Waits until everything that was accepted is everywhere, and gives the names of the projections. */
export async function caughtUp(
  adminSocket: string,
  { catchUpMsMax, standstillMsMax }: CatchUp = ofOneProcess,
): Promise<readonly string[]> {
  const standstills = openStandstills(standstillMsMax);
  let behind: readonly Progress[] = [];
  const look = async (): Promise<string[] | false> => {
    const { status, body } = await operatorAsks<Status>(adminSocket, 'GET', '/admin/status');
    const { consumers, projections } = body;
    // An engine that was away may not have been found again.
    if (status !== 200 || consumers === null || projections === null) return false;
    const all = [...consumers.map(ofConsumer), ...projections.map(ofProjection)];
    const [stuck] = standstills(all, performance.now());
    if (stuck !== undefined)
      throw new Error(
        `expected ${stuck.name} to catch up, found it at ${stuck.place}, ${stuck.lag} behind, for ${standstillMsMax} ms`,
      );
    behind = all.filter(({ lag }) => lag !== 0);
    return behind.length === 0 && projections.map(({ name }) => name);
  };
  try {
    return await until('the server to catch up', look, catchUpMsMax, pauseMsMax);
  } catch (error) {
    const names = behind.map(({ name, lag }) => `${name} (${lag})`).join(', ');
    throw new Error(`behind at last: ${names || 'nobody knows'}`, { cause: error });
  }
}

const ofConsumer = (consumer: NonNullable<Status['consumers']>[number]): Progress => ({
  name: `${consumer.group} of partition ${consumer.partition}`,
  place: consumer.committed,
  lag: consumer.lag,
});

const ofProjection = ({ name, lag }: NonNullable<Status['projections']>[number]): Progress => ({
  name: `projection ${name}`,
  place: -lag,
  lag,
});

/**
 * The same of many servers, one after the other, within the same time for all of them. Each look asks all engines for all
 * groups: looks of all servers at once take the processors from those that catch up.
 */
export async function allCaughtUp(
  adminSockets: readonly string[],
  { catchUpMsMax, standstillMsMax }: CatchUp,
): Promise<readonly (readonly string[])[]> {
  const endMs = performance.now() + catchUpMsMax;
  const names: (readonly string[])[] = [];
  for (const adminSocket of adminSockets) {
    const left = { catchUpMsMax: Math.max(0, endMs - performance.now()), standstillMsMax };
    names.push(await caughtUp(adminSocket, left));
  }
  return names;
}
