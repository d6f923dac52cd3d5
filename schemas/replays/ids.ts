import { type OrganizationId, type StreamName, stream } from '../ids.ts';
import { uuidV5 } from '../uuid.ts';

/**
 * The subject of the samples of a session. Senders choose the id of a session, so it cannot be the subject itself: it could
 * be the id of a health check.
 */
export const replaySubject = (organizationId: OrganizationId, sessionId: string): string =>
  uuidV5(organizationId, JSON.stringify(['replay', sessionId]));

/** The same content of a segment is one chunk; after a reload, a browser may use a number again for another one. */
export const replayChunkId = (subject: string, segment: number, hash: string): string =>
  uuidV5(subject, JSON.stringify([segment, hash]));

/** What holds for all recorded sessions of an organization. */
export const replaysStream = (id: OrganizationId): StreamName => stream('replays', id);
