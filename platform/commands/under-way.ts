import { OverShare, Unavailable } from '../errors.ts';
import { payloadTooLarge, rateLimited } from '../http/problem.ts';
import type { Running } from '../lifecycle.ts';
import type { Metrics } from '../metrics/registry.ts';
import { decideAdmission, openShares } from '../shares/fair-shares.ts';
import { openWaitingRoom } from '../shares/waiting-room.ts';
import type { PartitionOffset, TopicLog } from '../topic-log/port.ts';
import { openLeftBehind } from './left-behind.ts';
import { commandLimits, type UnderWayLimits } from './limits.ts';
import { type CommandSender, type SenderShare, sharesOf } from './sender.ts';
import { openVolume } from './volume.ts';

/** A command that counts as under way; one of the methods is to be called. */
export type CommandPlace = {
  readonly decided: (outcome: { readonly isRejected: boolean }) => void;
  /** It is not on the topic. */
  readonly failed: () => void;
  /** Its client has gone, and it is on the topic all the same: it counts until it is decided. */
  readonly left: (place: PartitionOffset) => void;
};

/** Commands of clients that this process sent and that are not decided. */
export type CommandsUnderWay = Running & {
  /**
   * Waits a moment for a place. Throws 413 for a command that is too long, 429 to a sender that has its share, and `Unavailable` when all senders together
   * have too many.
   */
  readonly enter: (
    command: { readonly sender: CommandSender; readonly bytes: number },
    signal: AbortSignal,
  ) => Promise<CommandPlace>;
};

const unlimited: CommandPlace = {
  decided: () => undefined,
  failed: () => undefined,
  left: () => undefined,
};

export function openCommandsUnderWay(
  { topicLog, metrics }: { readonly topicLog: Pick<TopicLog, 'lag'>; readonly metrics: Metrics },
  limits = commandLimits,
): CommandsUnderWay {
  const room = openWaitingRoom<() => void>(limits.waiting);
  const volume = openVolume(limits.volume);
  const behind = openLeftBehind(topicLog, limits);
  const places = openPlaces(limits.underWay, room.wake);
  const taken = async (claim: Claim, signal: AbortSignal): Promise<() => void> => {
    const admit = () => places.take(claim);
    const leave = room.sizeOf(claim.own) === 0 ? admit() : undefined;
    if (leave !== undefined) return leave;
    const refused = (): Error => places.refused(claim);
    return room.enter({ organization: claim.own, admit, refused, signal });
  };
  metrics.gauge('tidemark_commands_under_way', places.count);
  metrics.gauge('tidemark_commands_waiting', room.size);
  return {
    stop: async () => void (await Promise.all([room.stop(), behind.stop()])),
    enter: async ({ sender, bytes }, signal) => {
      if (bytes > limits.commandBytesMax)
        throw payloadTooLarge(
          `a command may have ${limits.commandBytesMax} bytes; send a shorter one`,
        );
      const shares = sharesOf(sender, limits.underWay);
      const [own] = shares;
      if (own === undefined) return unlimited;
      const leave = await taken({ own: own.name, shares, bytes }, signal);
      try {
        volume.take(own.name, bytes);
      } catch (error) {
        leave();
        throw error;
      }
      return {
        decided: ({ isRejected }) => {
          if (isRejected) volume.rejected(own.name);
          leave();
        },
        failed: leave,
        left: place => behind.add(place, leave),
      };
    },
  };
}

type Claim = {
  readonly own: string;
  readonly shares: readonly SenderShare[];
  readonly bytes: number;
};

const retryAfterMs = 1_000;

/** Counts by sender, by each of its shares, and the bytes of each sender. */
function openPlaces(
  { commandsMax, commandsBound, bytesPerOrganizationMax }: UnderWayLimits,
  onLeft: () => void,
) {
  const commands = openShares();
  const ofShares = openShares();
  const bytesOf = openShares();
  const full = ({ shares }: Claim): SenderShare | undefined =>
    shares.find(({ name, most }) => ofShares.held(name) >= most);
  const isTooLong = ({ own, bytes }: Claim): boolean =>
    bytesOf.held(own) > 0 && bytesOf.held(own) + bytes > bytesPerOrganizationMax;
  const admission = ({ own }: Claim) =>
    decideAdmission(
      commands,
      { organization: own, amount: 1 },
      { limit: commandsMax, bound: commandsBound },
    );
  const leaving = ({ own, shares, bytes }: Claim) => {
    commands.give(own, 1);
    bytesOf.give(own, bytes);
    for (const { name } of shares) ofShares.give(name, 1);
    onLeft();
  };
  return {
    count: commands.total,
    take: (claim: Claim): (() => void) | undefined => {
      if (full(claim) !== undefined || isTooLong(claim) || admission(claim) !== 'admitted')
        return undefined;
      commands.take(claim.own, 1);
      bytesOf.take(claim.own, claim.bytes);
      for (const { name } of claim.shares) ofShares.take(name, 1);
      return () => leaving(claim);
    },
    refused: (claim: Claim): Error => {
      const share = full(claim);
      if (share !== undefined)
        return rateLimited(
          `at most ${share.most} commands of ${share.of} may be under way; send fewer at once`,
          retryAfterMs,
        );
      if (isTooLong(claim))
        return rateLimited(
          `commands of at most ${bytesPerOrganizationMax} bytes of an organization may be under way; send fewer at once`,
          retryAfterMs,
        );
      const message = `${commands.total()} commands are under way; try again later`;
      return admission(claim) === 'over' ? new OverShare(message) : new Unavailable(message);
    },
  };
}
