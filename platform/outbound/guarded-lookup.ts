import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import { refusedAddress } from './failure.ts';

export type Resolve = typeof lookup;

/** Does the look-up when it may have a thread. */
export type LookupTurn = (look: () => Promise<LookupAddress[]>) => Promise<LookupAddress[]>;

/**
 * Resolves a name for a connection. One refused address refuses the name: otherwise its owner could let the
 * connection to a public address fail, and Node would try the private one.
 */
export const guardedLookup =
  (policy: AddressPolicy, inTurn: LookupTurn, resolve: Resolve = lookup): LookupFunction =>
  (name, options, callback) => {
    const look = (): Promise<LookupAddress[]> =>
      new Promise((found, failed) => {
        resolve(name, { ...options, all: true }, (error, addresses) =>
          error ? failed(error) : found(addresses),
        );
      });
    inTurn(look).then(
      addresses => {
        const refused = addresses.find(({ address }) => !policy(address).isAllowed);
        if (refused !== undefined) return callback(refusedAddress(refused.address), '', 0);
        answer(addresses, options.all === true, callback);
      },
      (error: Error) => callback(error, '', 0),
    );
  };

function answer(
  addresses: readonly LookupAddress[],
  isForAll: boolean,
  callback: Parameters<LookupFunction>[2],
): void {
  const [first] = addresses;
  if (isForAll) callback(null, [...addresses]);
  else if (first !== undefined) callback(null, first.address, first.family);
  else callback(new Error('the name has no address'), '', 0);
}
