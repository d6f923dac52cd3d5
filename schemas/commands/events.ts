import type { CommandId } from '../ids.ts';

export type CommandRejected = {
  readonly type: 'CommandRejected';
  readonly data: {
    readonly commandId: CommandId;
    /** The word that a client reads in `code`; a feature's rejections give its HTTP status. */
    readonly reason: string;
    readonly message: string;
    /** The same wish may succeed from this instant on. */
    readonly retryAtMs?: number;
  };
};

/** The command was accepted and nothing had to change. */
export type CommandAnswered = {
  readonly type: 'CommandAnswered';
  readonly data: { readonly commandId: CommandId };
};

export type CommandEvent = CommandRejected | CommandAnswered;
