import type { EventStore } from '../../platform/event-store/port.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mailer/port.ts';
import type { Outbound } from '../../platform/outbound/request.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { Projections } from '../../projections/engine/run.ts';
import type { Attempt } from './attempts.ts';

export type NotifierDependencies = {
  readonly eventStore: EventStore;
  /** Knows what is due, addresses and alerts. */
  readonly projections: Pick<
    Projections,
    'barrier' | 'book' | 'get' | 'list' | 'passed' | 'reached' | 'state'
  >;
  readonly keyring: Keyring;
  /** Takes commands: endpoints that are gone are disabled. */
  readonly topicLog: Pick<TopicLog, 'append'>;
  readonly mailer: Pick<Mailer, 'send' | 'check'>;
  readonly outbound: Pick<Outbound, 'inTurn'>;
  readonly log: Log;
  /** Part of the links in mails. */
  readonly publicUrl: () => string;
  readonly now?: () => number;
  /** For a person at the terminal; the code is written nowhere else. */
  readonly onCode?: (sent: { readonly to: string; readonly code: string }) => void;
  /** Counts attempts to deliver. */
  readonly onAttempt?: (attempt: Attempt) => void;
};
