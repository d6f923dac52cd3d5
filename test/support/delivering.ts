import type { Running } from '../../platform/lifecycle.ts';
import { keepDelivering } from '../../services/notifier/deliver.ts';
import type { NotifierDependencies } from '../../services/notifier/dependencies.ts';
import { deliverMails } from '../../services/notifier/mails/deliver-mails.ts';

/** A notifier that owns the mails, whoever else does. */
export function startDelivering(dependencies: NotifierDependencies): Running {
  const stopping = new AbortController();
  const running = keepDelivering(dependencies, stopping.signal, (given, signal) =>
    deliverMails(given, () => true, signal),
  );
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
