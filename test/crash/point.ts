/** Where a server dies. */
export const stages = [
  'append',
  'note',
  'publish',
  'insert',
  'commit',
  'evaluate',
  'score',
  'projection',
  'recovery',
] as const;

export type Stage = (typeof stages)[number];

/** A point at which a server ends itself with SIGKILL. */
export type CrashPoint = {
  readonly stage: Stage;
  /** Right before the call, while it is under way, or right after it succeeded. */
  readonly moment: 'before' | 'during' | 'after';
  /** Nothing happens before this many spans are on the log. */
  readonly spansBefore: number;
  /** Calls of the stage that are let through after that. */
  readonly callsBefore: number;
  /** While under way: after this share of the time that the call before it took. */
  readonly share: number;
  /** Only inserts into this table count. */
  readonly table?: string;
};

/** What a server says on its standard output, a JSON line each. */
export type Said =
  | { readonly said: 'listening'; readonly url: string; readonly adminSocket: string }
  | { readonly said: 'recovered'; readonly partitions: number }
  | ({ readonly said: 'owned' } & Ownership)
  | ({ readonly said: 'dying' } & Death);

/** A partition that was given to the process, or taken away from it. */
export type Ownership = {
  readonly group: string;
  readonly partition: number;
  readonly isOwned: boolean;
};

export type Death = {
  readonly stage: Stage;
  readonly moment: CrashPoint['moment'];
  /** What was called: a table, a topic, a partition. */
  readonly call: string;
  /** Partitions that had a batch to repeat when the server was started. */
  readonly repeating: number;
};
