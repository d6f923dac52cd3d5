import { useRead } from '../../data/use-read.ts';
import { pageOf } from '../../page-of.ts';
import { usePageSearch } from '../../page-search.ts';
import { useTime } from '../../time/use-time.ts';
import type { Filters } from './filters.ts';

export const limit = 50;

/** As many as there can be in one response. */
const itemsMax = 500;

const statuses = { active: 'firing', resolved: 'resolved', all: undefined } as const;

/** A page of alerts that pass the filters. What fires is there whenever it began; the rest began in the range. */
export function useAlertList({ state, ...filters }: Filters) {
  const { from, to } = useTime();
  const [{ page }] = usePageSearch('page');
  return useRead('listAlerts', {
    query: {
      status: statuses[state],
      ...filters,
      ...(state !== 'active' && { from, to }),
      limit,
      offset: (pageOf(page) - 1) * limit,
    },
    everyMs: 15_000,
  });
}

/** What people did about the alerts: the items of the inbox that they opened; the newest only. */
export const useItems = ({ severity, service }: Filters) =>
  useRead('listTriageItems', {
    query: { type: 'alert', severity, service, limit: itemsMax },
    everyMs: 15_000,
  });
