import type { CommandId } from '../ids.ts';

/** Why a command was refused; the words a client reads in `code`. */
export type RejectionReason =
  | 'verification_code_expired'
  | 'verification_code_used'
  | 'verification_locked'
  | 'registration_unknown'
  | 'too_many_codes'
  | 'too_many_wrong_codes'
  | 'limit_reached'
  | 'api_key_unknown'
  | 'api_key_already_revoked';

export type CommandRejected = {
  readonly type: 'CommandRejected';
  readonly data: {
    readonly commandId: CommandId;
    readonly reason: RejectionReason;
    readonly message: string;
    /** The same wish may succeed from this instant on. */
    readonly retryAtMs?: number;
  };
};

export type CommandEvent = CommandRejected;
