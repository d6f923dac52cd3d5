import { startOwner } from '../../platform/consumers/ownership.ts';
import type { Running } from '../../platform/lifecycle.ts';
import type { Metrics } from '../../platform/metrics/registry.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { owners } from '../../schemas/topics.ts';
import { openAttemptCounter } from './attempts.ts';
import { keepDelivering } from './deliver.ts';
import type { NotifierDependencies } from './dependencies.ts';
import { deliverMails } from './mails/deliver-mails.ts';
import { deliverNotices } from './notices/deliver-notices.ts';
import { recordTraceErrors } from './trace-errors/record-errors.ts';
import { deliverWebhooks } from './webhooks/deliver-webhooks.ts';

type NotifierOptions = NotifierDependencies & {
  readonly topicLog: Pick<TopicLog, 'append' | 'consume' | 'partitions'>;
  readonly metrics: Metrics;
};

/**
 * Delivers what the events call for, until stopped: to the people and organizations that this process owns.
 */
export function startNotifier({ metrics, ...given }: NotifierOptions): Promise<Running> {
  const options = { ...given, onAttempt: openAttemptCounter(metrics) };
  return startOwner({
    ...owners.notifier,
    ...options,
    work: async ({ owns, partitions, signal }) => {
      const notices = keepDelivering(options, signal, (dependencies, either) =>
        deliverNotices(dependencies, owns, either),
      );
      const mails = keepDelivering(options, signal, (dependencies, either) =>
        deliverMails(dependencies, owns, either),
      );
      const webhooks = keepDelivering(options, signal, (dependencies, either) =>
        deliverWebhooks(dependencies, owns, either),
      );
      const traceErrors = partitions.map(partition =>
        keepDelivering(options, signal, (dependencies, either) =>
          recordTraceErrors(dependencies, partition, either),
        ),
      );
      await Promise.all([notices, mails, webhooks, ...traceErrors]);
    },
  });
}
