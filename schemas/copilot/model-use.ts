import { type OrganizationId, type StreamName, stream } from '../ids.ts';

/** What one question took of a language model. */
export type ModelUse = {
  readonly organizationId: OrganizationId;
  /** In UTC, as `2026-11-28`: the one on which it was asked. */
  readonly day: string;
  readonly provider: string;
  readonly model: string;
  /** Requests to the model. */
  readonly requests: number;
  /** Those of the cache are in it. */
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  /** A whole number in digits; null where the model had no price on that day. */
  readonly costPicodollars: string | null;
};

/** What an organization took; it does not end. */
export const modelUseStream = (id: OrganizationId): StreamName => stream('model-use', id);
