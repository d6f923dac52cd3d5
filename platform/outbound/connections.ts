import { Agent, buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { outboundLimits } from './config.ts';
import { refusedAddress } from './failure.ts';
import { guardedLookup, type Resolve } from './guarded-lookup.ts';

export type Connections = {
  readonly agent: Agent;
  /** Whether a connection of this origin ever went to an address that only the allow list permits. */
  readonly isPrivate: (origin: string) => boolean;
};

/** Connections that are kept for further requests to their origin. Each address is checked before and after connecting. */
export function openConnections(policy: AddressPolicy, resolve: Resolve | undefined): Connections {
  const privateOrigins = new Set<string>();
  const {
    connectMsMax: timeout,
    headersBytesMax,
    connectionsPerOrigin,
    idleMsMax,
  } = outboundLimits;
  const connect = buildConnector({ timeout, lookup: guardedLookup(policy, resolve) });
  const agent = new Agent({
    connections: connectionsPerOrigin,
    maxHeaderSize: headersBytesMax,
    keepAliveTimeout: idleMsMax,
    keepAliveMaxTimeout: idleMsMax,
    connect: (options, callback) =>
      connect(options, (...connected) => {
        const [error, socket] = connected;
        if (error !== null) return callback(error, null);
        const address = socket.remoteAddress ?? '';
        const verdict = policy(address);
        if (!verdict.isAllowed) {
          socket.destroy();
          return callback(refusedAddress(address), null);
        }
        if (!verdict.isPublic) privateOrigins.add(originOf(options));
        callback(null, socket);
      }),
  });
  return { agent, isPrivate: origin => privateOrigins.has(origin) };
}

const originOf = ({ protocol, host = '' }: { readonly protocol: string; readonly host?: string }) =>
  `${protocol}//${host}`;
