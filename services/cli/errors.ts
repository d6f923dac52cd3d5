import { ConfigurationError } from '../../platform/config/config.ts';

/** The command cannot be run as it was written; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command was understood and could not be done; exit code 1. The message says what to do. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodeOf = (error: unknown): ExitCode =>
  error instanceof UsageError || error instanceof ConfigurationError
    ? exitCodes.usage
    : exitCodes.failed;

/** What is shown of an error: never a stack. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : String(error);
