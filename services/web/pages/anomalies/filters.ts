import { metricNames } from '../../anomalies/words.ts';
import { usePageSearch } from '../../page-search.ts';

export const severities = [
  ['', 'all'],
  ['critical', 'critical'],
  ['warning', 'warning'],
] as const;

export const metrics = [['', 'all'], ...Object.entries(metricNames)] as const;

export const statuses = [
  ['', 'all'],
  ['open', 'open'],
  ['ended', 'ended'],
] as const;

export const acknowledgements = [
  ['', 'all'],
  ['false', 'not acknowledged'],
  ['true', 'acknowledged'],
] as const;

type Choices = readonly (readonly [string, string])[];

const known = (choices: Choices, text = ''): string =>
  choices.some(([value]) => value === text) ? text : '';

/** The filters of the link, and how to change them; another filter begins at the first page. */
export function useFilters() {
  const [found, change] = usePageSearch(
    'service',
    'metric',
    'severity',
    'status',
    'acknowledged',
    'page',
  );
  const filters = {
    service: found.service ?? '',
    metric: known(metrics, found.metric),
    severity: known(severities, found.severity),
    status: known(statuses, found.status),
    acknowledged: known(acknowledgements, found.acknowledged),
  };
  const narrow = (next: Partial<typeof filters>): void => change({ ...next, page: undefined });
  return [filters, narrow] as const;
}

export type Filters = ReturnType<typeof useFilters>[0];
