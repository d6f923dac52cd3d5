import { type Brand, type StreamName, stream } from '../ids.ts';

export type SilenceId = Brand<string, 'SilenceId'>;

export const silenceId = (value: string): SilenceId => value as SilenceId;

export const silenceStream = (id: SilenceId): StreamName => stream('silence', id);
