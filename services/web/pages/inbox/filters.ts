import { usePageSearch } from '../../page-search.ts';

export const statuses = [
  ['open', 'open'],
  ['acknowledged', 'acknowledged'],
  ['investigating', 'investigating'],
  ['snoozed', 'snoozed'],
  ['resolved', 'resolved'],
  ['all', 'all'],
] as const;

export const types = [
  ['', 'all'],
  ['alert', 'alerts'],
  ['anomaly', 'anomalies'],
  ['error', 'errors that came back'],
] as const;

export const severities = [
  ['', 'all'],
  ['critical', 'critical'],
  ['warning', 'warning'],
  ['info', 'info'],
] as const;

type Choices = readonly (readonly [string, string])[];

const known = (choices: Choices, text = '', preset = ''): string =>
  choices.some(([value]) => value === text) ? text : preset;

/** The filters of the link, and how to change them; another filter begins at the first page. */
export function useFilters() {
  const [found, change] = usePageSearch('status', 'type', 'severity', 'page');
  const filters = {
    status: known(statuses, found.status, 'open'),
    type: known(types, found.type),
    severity: known(severities, found.severity),
  };
  const narrow = (next: Partial<typeof filters>): void => change({ ...next, page: undefined });
  return [filters, narrow] as const;
}

export type Filters = ReturnType<typeof useFilters>[0];
