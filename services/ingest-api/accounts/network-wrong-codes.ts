import { afterWrongCode, noWrongCodes, roomFor } from '../../../domain/accounts/wrong-codes.ts';
import { addressGroup } from '../../../platform/http/address.ts';
import { rateLimited } from '../../../platform/http/problem.ts';
import { accountLimits } from './config.ts';

/** The outcome of a try: `other` if the code was right or was not compared. */
export type TriedCode = 'wrong' | 'other';

export type NetworkWrongCodes = {
  /**
   * Call this before a code is checked, and the returned function with the outcome. Throws 429 during a
   * pause of the network, and when the codes under way already use up what it may try.
   */
  readonly enter: (address: string) => (tried: TriedCode) => void;
};

const { networkPace, addressesMax } = accountLimits;

/** `Retry-After` when only the codes under way prevent another try. */
const underWayMs = 1_000;

/** Counts wrong codes by client network, for all mailboxes together, in the memory of this process. */
export function openNetworkWrongCodes({ now }: { now: () => number }): NetworkWrongCodes {
  const networks = new Map<string, Network>();
  const networkOf = (group: string): Network => {
    const network = networks.get(group) ?? { wrongCodes: noWrongCodes, underWay: 0 };
    networks.set(group, network);
    const [oldest] = networks.keys();
    if (networks.size > addressesMax && oldest !== undefined) networks.delete(oldest);
    return network;
  };
  return {
    enter: address => {
      const group = addressGroup(address);
      const network = networkOf(group);
      expectRoom(network, now());
      network.underWay++;
      return tried => {
        network.underWay--;
        if (tried === 'wrong')
          network.wrongCodes = afterWrongCode(network.wrongCodes, now(), networkPace);
        else if (network.underWay === 0 && network.wrongCodes === noWrongCodes)
          networks.delete(group);
      };
    },
  };
}

type Network = { wrongCodes: typeof noWrongCodes; underWay: number };

function expectRoom({ wrongCodes, underWay }: Network, nowMs: number): void {
  const pauseMs = wrongCodes.pausedUntilMs - nowMs;
  if (pauseMs > 0) throw tooMany(pauseMs);
  if (underWay >= roomFor(wrongCodes, nowMs, networkPace)) throw tooMany(underWayMs);
}

const tooMany = (pauseMs: number) =>
  rateLimited('too many wrong codes were tried from this network, try again later', pauseMs);
