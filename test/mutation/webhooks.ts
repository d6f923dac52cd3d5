import type { Mutant } from './mutant.ts';

const spec = 'test/unit/webhook-deliveries.property.test.ts';
const anyLife =
  'reach an endpoint for each event while it is enabled, at first in order, whoever dies';

/** In webhooks and their deliveries. */
export const webhooks: readonly Mutant[] = [
  {
    name: 'a disabled webhook is sent events',
    in: 'onCause',
    find: '!target.enabled || ',
    replace: '',
    spec,
    test: anyLife,
  },
  {
    name: 'a delivery that failed is forgotten',
    in: 'onAttempt',
    find: "if (outcome !== 'retrying' || due === undefined) return;",
    replace: 'return;',
    spec,
    test: anyLife,
  },
  {
    name: 'a delivery that was recorded is sent again',
    in: 'onAttempt',
    find: "drop(book, target, 'queue', sequence);",
    replace: '',
    spec,
    test: anyLife,
  },
  {
    name: 'a restart forgets what is due to a webhook',
    in: 'put',
    find: 'book.changed.add(dueKey(target, place, due.sequence));',
    replace: '',
    spec,
    test: anyLife,
  },
  {
    name: 'every attempt waits as long as the first',
    in: 'pauseAfter',
    find: 'retryPausesMs[attempt - 1]',
    replace: 'retryPausesMs[0]',
    spec,
    test: 'are attempted at the pauses of the schedule, give or take a fifth, and then given up',
  },
  {
    name: 'a receiver may put off an attempt for any time',
    in: 'pauseAfter',
    find: 'Math.min(wantedMs, 2 * pauseMs)',
    replace: 'wantedMs',
    spec,
    test: 'wait as long as the receiver asks, up to double the pause',
  },
  {
    name: 'a receiver that is gone is tried again',
    in: 'pauseAfter',
    find: ' || isGone(response)',
    replace: '',
    spec,
    test: 'are over at once when the receiver is gone, or the URL is none',
  },
  {
    name: 'an endpoint that was enabled again is disabled for its old failures',
    in: 'changeTarget',
    find: 'else if (!target.enabled) target.failingSinceMs = undefined;',
    replace: '',
    spec,
    test: 'disable an endpoint at which nothing succeeds for five days, counted anew when it is enabled again',
  },
  {
    name: 'the message of a failed trace is recorded as it is',
    in: 'sealMessage',
    find: 'const messageSealed = await keyring.seal(owner, message).catch(unlessDestroyed);',
    replace: 'const messageSealed = ((await keyring.seal(owner, message)) && message) as never;',
    spec: 'test/component/trace-errors.test.ts',
    test: 'seals messages, which may name persons',
  },
  {
    name: 'a trace in which something fails again is reported again',
    in: 'unreportedId',
    find: 'if (nowMs < atMs + reportedAgainAfterMs) return undefined;',
    replace: '',
    spec: 'test/unit/trace-errors.test.ts',
    test: 'is reported once for a trace in 24 hours, and then under another id',
  },
  {
    name: 'any number of failed traces is reported',
    in: 'onFailures',
    find: 'Math.max(0, reportedPerMinuteMax - before)',
    replace: 'unreported.length',
    spec: 'test/unit/trace-errors.test.ts',
    test: 'is reported for 600 traces in a minute, and the others are counted',
  },
  {
    name: 'the response of a private address is shown',
    in: 'post',
    find: '!response.isPrivateTarget && ',
    replace: '',
    spec: 'test/integration/webhook-responses.test.ts',
    test: 'are not shown of an address that only TIDEMARK_OUTBOUND_ALLOW permits',
  },
];
