import { type OrganizationId, type StreamName, stream } from '../ids.ts';

/** That an organization is to be erased, and that it is; the only one of its streams that stays. */
export const erasureStream = (id: OrganizationId): StreamName => stream('erasure', id);

/** What was deleted of an organization. */
export type Erased = {
  readonly streams: number;
  readonly events: number;
  /** Of the warehouse, by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Source maps, parts of recordings and captures. */
  readonly blobs: number;
  /** In the outbox of a server without SMTP. */
  readonly mails: number;
};
