import { createYielder } from '../yielder.ts';

/** Some groups with their members, as the warehouse has them. */
export type StoredMembers<Group, Member> = readonly (Group & {
  readonly members: readonly Member[];
})[];

export type LimiterOptions<Group, Member> = {
  /** Members of one group. */
  readonly membersMax: number;
  /** Groups and members in memory; at most so many before those that were not used lately are forgotten. */
  readonly rememberedMax: number;
  /** Groups of one read. */
  readonly groupsAtOnce: number;
  readonly nameOf: (group: Group) => string;
  /** Reads in parts; a part may contain further groups. */
  readonly read: (
    groups: readonly Group[],
    signal: AbortSignal,
  ) => AsyncIterable<StoredMembers<Group, Member>>;
};

/**
 * Bounds the members of each group, for example the operations of a service on a day. It remembers
 * the members that it admitted, and reads from the warehouse the groups that are new to this process.
 */
export type Limiter<Group, Member> = {
  /** The members of each group, in order. A batch keeps its sets, also when another batch makes room. */
  readonly membersOf: (groups: Iterable<Group>, signal: AbortSignal) => Promise<Set<Member>[]>;
  /** Whether the member is among those of its group, or the group has room for it. */
  readonly admits: (members: Set<Member> | undefined, member: Member) => boolean;
};

export function createLimiter<Group, Member>(
  options: LimiterOptions<Group, Member>,
): Limiter<Group, Member> {
  const memory = createMemory<Member>(options.rememberedMax);
  const learn = async (
    unknown: ReadonlyMap<string, Group>,
    into: Map<string, Set<Member>>,
    signal: AbortSignal,
  ): Promise<void> => {
    const stored = await readAll(unknown, options, signal);
    // Another batch may have read the same group meanwhile, and admitted members to it.
    for (const [name, members] of stored) memory.learn(name, members, into);
  };
  return {
    membersOf: async (groups, signal) => {
      const into = memory.latest();
      const slice = createYielder();
      const names: string[] = [];
      const unknown = new Map<string, Group>();
      for (const group of groups) {
        const name = options.nameOf(group);
        names.push(name);
        if (!memory.has(name, into)) unknown.set(name, group);
        if (unknown.size === options.groupsAtOnce) {
          await learn(unknown, into, signal);
          unknown.clear();
        }
        await slice();
      }
      if (unknown.size > 0) await learn(unknown, into, signal);
      return names.map(name => into.get(name) as Set<Member>);
    },
    admits: (members, member) => {
      if (members === undefined) return false;
      if (members.has(member)) return true;
      if (members.size >= options.membersMax) return false;
      memory.add(members, member);
      return true;
    },
  };
}

/**
 * Members by group, in two halves: when the newer one is full, the older one is forgotten. So what the batch before used
 * stays, whose rows may not be in the warehouse yet.
 */
function createMemory<Member>(rememberedMax: number) {
  let known = new Map<string, Set<Member>>();
  let older = new Map<string, Set<Member>>();
  let remembered = 0;
  const add = (members: Set<Member>, member: Member): void => {
    if (!members.has(member)) remembered++;
    members.add(member);
  };
  const enter = (name: string, members: Set<Member>, into: Map<string, Set<Member>>): void => {
    remembered += 1 + members.size;
    into.set(name, members);
  };
  return {
    add,
    /** The newer half, a new one when it is full. */
    latest: (): Map<string, Set<Member>> => {
      if (remembered > rememberedMax / 2) {
        older = known;
        known = new Map();
        remembered = 0;
      }
      return known;
    },
    has: (name: string, into: Map<string, Set<Member>>): boolean => {
      const members = into.has(name) ? undefined : older.get(name);
      if (members !== undefined) enter(name, members, into);
      return into.has(name);
    },
    learn: (name: string, stored: readonly Member[], into: Map<string, Set<Member>>): void => {
      if (!into.has(name)) enter(name, new Set(), into);
      for (const member of stored) add(into.get(name) as Set<Member>, member);
    },
  };
}

/** The stored members of each group of `unknown`; those of further groups are ignored. */
async function readAll<Group, Member>(
  unknown: ReadonlyMap<string, Group>,
  { nameOf, read }: LimiterOptions<Group, Member>,
  signal: AbortSignal,
): Promise<Map<string, readonly Member[]>> {
  const found = new Map(Array.from(unknown.keys(), name => [name, [] as readonly Member[]]));
  for await (const part of read([...unknown.values()], signal)) {
    for (const row of part) if (found.has(nameOf(row))) found.set(nameOf(row), row.members);
  }
  return found;
}

/**
 * Decides on each entry of a batch, in order.
 *  actions  one for each entry; 0 keeps it as it is
 *  over     entries with another action, and the index of the first
 */
export async function decideEach(count: number, decide: (entry: number) => number) {
  const slice = createYielder();
  const actions = new Uint8Array(count);
  let over = 0;
  let first = 0;
  for (let entry = 0; entry < count; entry++) {
    const action = decide(entry);
    if (action !== 0 && over++ === 0) first = entry;
    actions[entry] = action;
    await slice();
  }
  return { actions, over, first };
}
