import type { ModelUseCounted } from '../../schemas/copilot/events.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';
import { conversationKeptMs } from './conversations.ts';

/** What an organization took of language models on one day (UTC). */
export type ModelUseRow = {
  readonly day: string;
  readonly questions: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of those with a price; a whole number in digits, which may be larger than a `number` is exact. */
  readonly costPicodollars: string;
  readonly unpricedQuestions: number;
};

export const modelUseKey = (organizationId: OrganizationId, day: string): string =>
  `${organizationId}/${day}`;

const nothing = (day: string): ModelUseRow => ({
  day,
  questions: 0,
  inputTokens: 0,
  outputTokens: 0,
  costPicodollars: '0',
  unpricedQuestions: 0,
});

/** By organization and day. */
export const modelUse: Projection<ModelUseRow, EventOf<ModelUseCounted['type']>> = {
  name: 'model-use',
  version: 1,
  types: new Set(['ModelUseCounted']),
  keys: ({ data: { organizationId, day } }) => [modelUseKey(organizationId, day)],
  project: (before, { data }) => {
    const row = before ?? nothing(data.day);
    const cost = BigInt(row.costPicodollars) + BigInt(data.costPicodollars ?? 0);
    return {
      day: data.day,
      questions: row.questions + 1,
      inputTokens: row.inputTokens + data.inputTokens,
      outputTokens: row.outputTokens + data.outputTokens,
      costPicodollars: String(cost),
      unpricedQuestions: row.unpricedQuestions + (data.costPicodollars === null ? 1 : 0),
    };
  },
  retention: { ms: conversationKeptMs, endedAtMs: ({ day }) => Date.parse(day) + dayMs },
};
