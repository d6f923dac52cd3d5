import { untilAborted } from '../../platform/async/until-aborted.ts';
import { startOwner } from '../../platform/consumers/ownership.ts';
import type { Running } from '../../platform/lifecycle.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { owners } from '../../schemas/topics.ts';
import { keepDelivering } from './deliver.ts';
import type { NotifierDependencies } from './dependencies.ts';
import { mailTarget } from './mails.ts';

type NotifierOptions = NotifierDependencies & {
  readonly topicLog: Pick<TopicLog, 'consume' | 'partitions'>;
};

/** Delivers what the events call for while this process owns the mails, until stopped. */
export const startNotifier = (options: NotifierOptions): Promise<Running> =>
  startOwner({
    ...owners.notifier,
    ...options,
    work: ({ owns, signal }) =>
      owns(mailTarget) ? keepDelivering(options, signal) : untilAborted(signal),
  });
