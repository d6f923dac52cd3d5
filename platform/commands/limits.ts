import type { WaitingLimits } from '../shares/waiting-room.ts';

const [KiB, MiB] = [1024, 1024 * 1024];

export type CommandLimits = {
  readonly outcomeDeadlineMs: number;
  readonly commandBytesMax: number;
  readonly underWay: UnderWayLimits;
  readonly waiting: WaitingLimits;
  readonly lookEveryMs: number;
  readonly volume: VolumeLimits;
};

export type UnderWayLimits = {
  readonly commandsMax: number;
  readonly commandsBound: number;
  readonly perOrganizationMax: number;
  readonly perKeyMax: number;
  readonly perNetworkMax: number;
  readonly keylessMax: number;
  readonly bytesPerOrganizationMax: number;
};

export type VolumeLimits = {
  readonly bytesPerHour: number;
  readonly commandBytesMin: number;
  readonly rejectedBytes: number;
  readonly sendersMax: number;
};

/**
 * Limits of commands that clients send, in each process. Commands of our own roles have none: what causes them is
 * limited, and their turns are their own.
 */
export const commandLimits: CommandLimits = {
  /** How long a sender waits for the outcome before its client gets a retry. */
  outcomeDeadlineMs: 5_000,
  /** Of one command as it is written. Kafka takes records of up to 1 MiB. */
  commandBytesMax: 512 * KiB,
  underWay: {
    /** Sent and not decided. Beyond it only those below their fair share get more, up to the bound. */
    commandsMax: 1_024,
    commandsBound: 2_048,
    /** The decider reads further ahead than sixteen processes let one organization send. */
    perOrganizationMax: 64,
    /** Half of it, so that an organization can revoke a key that floods. */
    perKeyMax: 32,
    /** Senders without a key: a client network, and all of them together. */
    perNetworkMax: 16,
    keylessMax: 256,
    /** Bytes of the commands of one organization; it may always have one, of any length. */
    bytesPerOrganizationMax: 4 * MiB,
  },
  waiting: {
    waitMsMax: 1_000,
    requestsMax: 1_024,
    requestsPerOrganizationMax: 256,
    refusalsMax: 8,
    wakeEveryMs: 50,
  },
  /** How often the decider's position is read while clients have left before the outcome of their commands. */
  lookEveryMs: 500,
  /**
   * What an organization, or a client network without a key, may write. Events are kept for ever, and commands until the
   * retention of their topic. All of it may come at once, and it comes back within an hour.
   */
  volume: {
    bytesPerHour: 32 * MiB,
    /** What a shorter command counts as: its event and its rows. */
    commandBytesMin: KiB,
    /** What a command that is rejected counts as besides: it changes nothing, and leaves an event. */
    rejectedBytes: 16 * KiB,
    /** Of these the one that was used longest ago is forgotten first. */
    sendersMax: 20_000,
  },
};
