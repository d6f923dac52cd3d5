import { createKnownAnomalies } from '../../domain/anomalies/known.ts';

/** Of an evaluation that knows of no anomalies. */
export const noAnomalies = () => ({
  knownAnomalies: createKnownAnomalies(0),
  openAnomaliesAt: () => [],
});

/** Of a process that knows of no event about anomalies. */
export const noAnomalyEvents = {
  openAt: () => [],
  latest: () => -1,
  reach: async () => undefined,
};
