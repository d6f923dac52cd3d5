/** The command cannot be run as it was written; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';
}

/** The command was understood and could not be done; exit code 1. The message says what to do. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A wrong configuration is wrong usage too. */
const usageCodes: readonly unknown[] = ['usage', 'configuration'];

export const exitCodeOf = (error: unknown): ExitCode =>
  error instanceof Error && 'code' in error && usageCodes.includes(error.code)
    ? exitCodes.usage
    : exitCodes.failed;

/** What is shown of an error: never a stack. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : String(error);
