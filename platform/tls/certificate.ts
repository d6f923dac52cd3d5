import type { Server } from 'node:tls';
import { sharedWork } from '../async/shared-work.ts';
import type { Running } from '../lifecycle.ts';
import type { Log } from '../log.ts';
import {
  assertUsable,
  type CertificateFiles,
  endsAtSeconds,
  type KeyPair,
  readPair,
  samePair,
} from './key-pair.ts';
import { type TlsLimits, tlsLimits } from './limits.ts';

type Follower = Pick<Server, 'setSecureContext'>;

export type Certificate = Running & {
  readonly current: () => KeyPair;
  /** Gives a server each later one, for connections that are made from then on. */
  readonly follow: (server: Follower) => void;
  /** When the current one ends, in seconds of Unix time. */
  readonly endsAtSeconds: () => number;
};

/** What a server needs of it. */
export type ServerCertificate = Pick<Certificate, 'current' | 'follow'>;

export type CertificateOptions = CertificateFiles & {
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly limits?: Partial<TlsLimits>;
};

/**
 * The certificate in two files, read again and again: they are replaced by renames and through links, which a watch
 * of the files does not see. What cannot be used is reported once, and the certificate before it stays. Rejects when
 * the first one cannot be used.
 */
export async function openCertificate(options: CertificateOptions): Promise<Certificate> {
  const { log, certFile } = options;
  const { lookEveryMs, fileBytesMax } = { ...tlsLimits, ...options.limits };
  const followers = new Set<Follower>();
  const read = async (): Promise<KeyPair> => {
    const pair = await readPair(options, fileBytesMax);
    assertUsable(pair);
    return pair;
  };
  let current = await read();
  let reported: string | undefined;
  const replace = (found: KeyPair): void => {
    current = found;
    for (const server of followers) server.setSecureContext(found);
    log.info({ certFile }, 'certificate replaced');
  };
  const look = async (): Promise<void> => {
    try {
      const found = await read();
      if (!samePair(found, current)) replace(found);
      reported = undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== reported) log.warn({ certFile, reason }, 'certificate not replaced');
      reported = reason;
    }
  };
  const looks = sharedWork(look);
  const timer = setInterval(() => void looks.run(), lookEveryMs).unref();
  return {
    current: () => current,
    follow: server => void followers.add(server),
    endsAtSeconds: () => endsAtSeconds(current),
    stop: async () => {
      clearInterval(timer);
      await looks.ended();
    },
  };
}
