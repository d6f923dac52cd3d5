import { type Brand, type StreamName, stream } from '../ids.ts';

export type ObjectiveId = Brand<string, 'ObjectiveId'>;

export const objectiveId = (value: string): ObjectiveId => value as ObjectiveId;

export const objectiveStream = (id: ObjectiveId): StreamName => stream('objective', id);
