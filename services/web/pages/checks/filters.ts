import { usePageSearch } from '../../page-search.ts';
import type { CheckBody } from './words.ts';

export const states = [
  ['', 'all'],
  ['unhealthy', 'down'],
  ['degraded', 'degraded'],
  ['healthy', 'up'],
  ['unknown', 'no result, or disabled'],
] as const;

/** The filters of the link, and how to change them. */
export function useFilters() {
  const [{ service = '', status: found }, narrow] = usePageSearch('service', 'status');
  const status = states.find(([value]) => value === found)?.[0] ?? '';
  return [{ service, status }, narrow] as const;
}

type Filters = ReturnType<typeof useFilters>[0];

export const passes = ({ service_name, status }: CheckBody, filters: Filters): boolean =>
  (filters.service === '' || service_name === filters.service) &&
  (filters.status === '' || status === filters.status);
