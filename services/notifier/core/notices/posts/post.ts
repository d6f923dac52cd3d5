import type { EventId } from '../../../../../schemas/ids.ts';
import type { Described } from '../described.ts';
import type { NoticeMail } from '../notice-mail.ts';

/** A notice for a channel that is reached by HTTP. */
export type PostedNotice = Pick<NoticeMail, 'subject' | 'text'> & {
  readonly id: EventId;
  /** The target of the channel, in clear text. */
  readonly to: string;
  /** Empty for a test. */
  readonly described: readonly Described[];
  readonly isTest: boolean;
  /** Alerts and outages that a limit held back since the notice before. */
  readonly heldBack: number;
  readonly publicUrl: string;
};

/** One POST of JSON. */
export type NoticeRequest = {
  /** Of what it says, within its notice: what was sent once is left out when the notice is tried again. */
  readonly name: string;
  readonly url: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a status says here, for the people who read why the notice failed. */
  readonly refusals?: Readonly<Record<number, string>>;
};

/** The requests that deliver a notice, in their order. The same notice gives the same ones. */
export type PostRenderer = (notice: PostedNotice) => readonly NoticeRequest[];
