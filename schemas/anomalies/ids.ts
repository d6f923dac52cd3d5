import { type Brand, type OrganizationId, type StreamName, stream } from '../ids.ts';
import { uuidV5 } from '../uuid.ts';

export type AnomalyId = Brand<string, 'AnomalyId'>;

export const anomalyId = (value: string): AnomalyId => value as AnomalyId;

/** The service of an organization whose anomalies are in one stream; every command about them is sent under it. */
export const anomalyStream = (organization: OrganizationId, service: string): StreamName =>
  stream('anomaly', uuidV5(organization, JSON.stringify(['anomalies', service])));
