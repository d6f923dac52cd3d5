import { type Brand, type StreamName, stream } from '../ids.ts';
import { uuidV5 } from '../uuid.ts';

export type TriageItemId = Brand<string, 'TriageItemId'>;

export const triageItemId = (value: string): TriageItemId => value as TriageItemId;

/** The item of a cause, for example of an alert: one for each. `causeId` is a UUID. */
export const triageItemOf = (causeId: string): TriageItemId =>
  triageItemId(uuidV5(causeId, 'triage'));

export const triageStream = (id: TriageItemId): StreamName => stream('triage', id);
