/**
 * An engine could not do its work now; nothing was lost, and trying again later is right.
 * Adapters translate their drivers' errors into this one; HTTP answers 503 with `Retry-After`.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly code = 'unavailable';
  readonly retryable = true;
}

/**
 * The organization is over its fair share, and others have work waiting. HTTP answers 429 with `Retry-After`.
 */
export class OverShare extends Unavailable {}
/** The question needed more memory than it may have, or than there was: a smaller one may be answered. */
export class TooLittleMemory extends Unavailable {}

/** An answer has more bytes than a read may take. A smaller question is right, the same one again is not. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
  readonly code = 'answer_too_large';
  readonly retryable = false;
}

/** To catch with: what heals by itself is left to heal, anything else is thrown on. */
export function unlessUnavailable(error: unknown): void {
  if (!(error instanceof Unavailable)) throw error;
}

/** The state of that time is not kept any more. */
export class HistoryForgotten extends Error {
  override readonly name = 'HistoryForgotten';
  readonly code = 'history_forgotten';
  readonly retryable = false;

  /** `earliestMs`: the first instant, in Unix ms, of which the state is still known. */
  constructor(what: string, earliestMs: number, advice = 'use a later as_of') {
    super(`${what} reach back to ${new Date(earliestMs).toISOString()}; ${advice}`);
  }
}

/** The caller lost the right to go on: its partition or its data folder belongs to somebody else now. */
export class ProducerFenced extends Error {
  override readonly name = 'Fenced';
  readonly code = 'fenced';
  readonly retryable = false;
}

/** Everything embedded lives in one folder, and one process at a time may use it. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  readonly code = 'folder_in_use';
  readonly retryable = false;

  constructor(folder: string, options?: ErrorOptions) {
    super(
      `another Tidemark process uses ${folder}; stop it or choose another TIDEMARK_DATA_DIR`,
      options,
    );
  }
}

/** What a data folder holds is not whole, or does not belong together: nothing may be served or written before it is restored. */
export class FolderDamaged extends Error {
  override readonly name = 'FolderDamaged';
  readonly code = 'folder_damaged';
  readonly retryable = false;

  constructor(what: string, wayBack: string = restoreAll) {
    super(`${what}; ${wayBack}`);
  }
}

const restoreAll =
  'restore the whole data folder from one backup, or start anew with an empty TIDEMARK_DATA_DIR';
