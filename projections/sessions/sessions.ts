import { dayMs } from '../../schemas/durations.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId, SessionId, UserId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type SessionRow = {
  readonly sessionId: SessionId;
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly serviceName: string;
  readonly expiresAtMs: number;
  readonly endedAtMs?: number;
};

/** By the SHA-256 of the key, as API keys are: what authentication looks up. People sign in daily, so ended ones go after a day. */
export const sessions: Projection<SessionRow, EventOf<'SessionStarted' | 'SessionEnded'>> = {
  name: 'sessions',
  version: 1,
  types: new Set(['SessionStarted', 'SessionEnded']),
  keys: event => [event.data.hash],
  project: (row, event) => {
    if (event.type === 'SessionEnded') return row && { ...row, endedAtMs: event.atMs };
    const { hash, ...started } = event.data;
    return started;
  },
  retention: { ms: dayMs, endedAtMs: row => row.endedAtMs ?? row.expiresAtMs },
};
