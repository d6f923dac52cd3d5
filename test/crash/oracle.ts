import type { Sent } from '../support/expected-state-check.ts';
import type { TrafficRequest } from '../support/traffic.ts';

/** What became of every request that was sent. */
export type Oracle = {
  readonly answered: (request: TrafficRequest) => void;
  /** Half of these are to be sent again, the others never. */
  readonly unanswered: (request: TrafficRequest) => void;
  /** One to be sent again. */
  readonly again: () => TrafficRequest | undefined;
  readonly sent: () => Sent;
  readonly figures: () => {
    readonly spans: number;
    readonly unanswered: number;
    readonly repeated: number;
  };
};

export function openOracle(): Oracle {
  const answered: TrafficRequest[] = [];
  const abandoned: TrafficRequest[] = [];
  const waiting: TrafficRequest[] = [];
  let spans = 0;
  let unanswered = 0;
  let repeated = 0;
  return {
    answered: request => {
      answered.push(request);
      spans += request.spans;
    },
    unanswered: request => {
      (unanswered++ % 2 === 0 ? waiting : abandoned).push(request);
    },
    again: () => {
      const request = waiting.shift();
      if (request !== undefined) repeated++;
      return request;
    },
    sent: () => ({ answered, unknown: [...abandoned, ...waiting] }),
    figures: () => ({ spans, unanswered, repeated }),
  };
}
