import type { OrganizationId } from '../../schemas/ids.ts';

/** What is known of a body before any of it was read. */
export type IncomingBody = {
  readonly organizationId: OrganizationId;
  /** Telemetry, files and recordings may be long; all other requests share a budget of their own. */
  readonly budget: 'telemetry' | 'requests';
  /** From its head; undefined when the head does not say. */
  readonly wireBytes: number | undefined;
  /** There will be more of it than is on the wire. */
  readonly isDeflated: boolean;
  /** Ends the reading of a body that is held by a silent sender while others wait for room. */
  readonly breakOff: () => void;
};

/** A body's place in this process, from before it is read until it is answered. */
export type Permit = {
  /** So many bytes more have come; throws when there is no room for more than was thought. */
  readonly grow: (bytes: number) => void;
  /** All of it is here: from now on only this process keeps its sender waiting. */
  readonly arrived: () => void;
  /** The answer has been made, or never will be. May be called twice. */
  readonly release: () => void;
};

/**
 * A body may have to wait for its permit, unread. Throws, or rejects with, the problem for the response when there is
 * no room for it.
 *  signal  aborts when the client leaves; it is only made for a body that waits
 */
export type Admit = (asked: IncomingBody, signal: () => AbortSignal) => Permit | Promise<Permit>;

const nothing = (): void => undefined;

/** For bodies that are not counted. */
export const admitAll: Admit = () => ({ grow: nothing, arrived: nothing, release: nothing });
