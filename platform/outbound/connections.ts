import type { LookupFunction, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { outboundLimits } from './config.ts';
import { refusedAddress } from './failure.ts';

export type Connections = {
  readonly agent: Agent;
  /** Whether a connection of this origin ever went to an address that only the allow list permits. */
  readonly isPrivate: (origin: string) => boolean;
  /** When the certificate ends that an origin showed last. */
  readonly certificateEndsAtMs: (origin: string) => number | undefined;
};

/** Connections that are kept for further requests to their origin. Each address is checked before and after connecting. */
export function openConnections(policy: AddressPolicy, lookup: LookupFunction): Connections {
  const privateOrigins = new Set<string>();
  const certificates = new Map<string, number>();
  const {
    connectMsMax: timeout,
    headersBytesMax,
    connectionsPerOrigin,
    idleMsMax,
  } = outboundLimits;
  const connected = (origin: string, isPublic: boolean, socket: Socket): void => {
    if (!isPublic) privateOrigins.add(origin);
    if (socket instanceof TLSSocket)
      certificates.set(origin, Date.parse(socket.getPeerCertificate().valid_to));
  };
  const connect = buildConnector({ timeout, lookup });
  const agent = new Agent({
    connections: connectionsPerOrigin,
    maxHeaderSize: headersBytesMax,
    keepAliveTimeout: idleMsMax,
    keepAliveMaxTimeout: idleMsMax,
    connect: (options, callback) =>
      connect(options, (...result) => {
        const [error, socket] = result;
        if (error !== null) return callback(error, null);
        const address = socket.remoteAddress ?? '';
        const verdict = policy(address);
        if (!verdict.isAllowed) {
          socket.destroy();
          return callback(refusedAddress(address), null);
        }
        connected(originOf(options), verdict.isPublic, socket);
        callback(null, socket);
      }),
  });
  return {
    agent,
    isPrivate: origin => privateOrigins.has(origin),
    certificateEndsAtMs: origin => certificates.get(origin),
  };
}

const originOf = ({ protocol, host = '' }: { readonly protocol: string; readonly host?: string }) =>
  `${protocol}//${host}`;
