import type { Reference } from '../../../schemas/copilot/routes.ts';

const paths: Readonly<Record<Reference['type'], (id: string) => string>> = {
  service: name => `/v1/services/${encodeURIComponent(name.toWellFormed())}/detail`,
  trace: id => `/v1/traces/${id}`,
  alert: id => `/v1/alerts/${id}`,
  anomaly: id => `/v1/anomalies/${id}`,
};

export const referenceTo = (type: Reference['type'], id: string): Reference => ({
  type,
  id,
  path: paths[type](id),
});

/** Each once, in the order in which they were named. */
export const distinct = (references: readonly Reference[]): Reference[] => [
  ...new Map(references.map(reference => [reference.path, reference])).values(),
];
