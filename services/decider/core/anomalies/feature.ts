import {
  acknowledgeAnomaly,
  endAnomaly,
  openAnomaly,
  anomalyStreams as streams,
} from './decide.ts';
import { serviceAnomalies } from './service-anomalies.ts';

export const anomaliesFeature = {
  aggregates: [serviceAnomalies],
  deciders: {
    OpenAnomaly: { streams, decide: openAnomaly },
    EndAnomaly: { streams, decide: endAnomaly },
    AcknowledgeAnomaly: { streams, decide: acknowledgeAnomaly },
  },
} as const;
