import type { EventStore } from '../../platform/event-store/port.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mailer/port.ts';

export type NotifierDependencies = {
  readonly eventStore: EventStore;
  readonly keyring: Keyring;
  readonly mailer: Mailer;
  readonly log: Log;
  readonly now?: () => number;
  /** For a person at the terminal; the code is written nowhere else. */
  readonly onCode?: (sent: { readonly to: string; readonly code: string }) => void;
};
