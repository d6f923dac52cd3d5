import { usePageSearch } from '../../page-search.ts';

export const statuses = [
  ['', 'all'],
  ['open', 'open'],
  ['regressed', 'came back'],
  ['resolved', 'resolved'],
  ['ignored', 'ignored'],
] as const;

export const orders = [
  ['count', 'most often'],
  ['last_seen', 'last seen'],
  ['first_seen', 'newest'],
] as const;

type Name = 'status' | 'service' | 'sort';

export type Filters = Readonly<Partial<Record<Name, string>>>;

const known = (choices: readonly (readonly [string, string])[], text: string | undefined) =>
  choices.find(([value]) => value !== '' && value === text)?.[0];

/** The filters of the link, without what no list knows, and how to change them. */
export function useFilters() {
  const [{ status, sort, service }, change] = usePageSearch('status', 'service', 'sort');
  const filters: Filters = Object.fromEntries(
    Object.entries({ status: known(statuses, status), sort: known(orders, sort), service }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  return [filters, change as (next: Filters) => void] as const;
}
