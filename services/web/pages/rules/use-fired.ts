import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';

/** As many alerts as one response has. */
const alertsMax = 500;

export type Fired = {
  readonly byRule: ReadonlyMap<string, number>;
  /** More fired than were counted. */
  readonly isCut: boolean;
};

/** How often each rule fired in the range; undefined until it is known. */
export function useFired(): Fired | undefined {
  const { from, to } = useTime();
  const query = { from, to, limit: alertsMax };
  const body = useRead('listAlerts', { query, everyMs: 15_000 }).data?.body;
  if (body === undefined) return undefined;
  const byRule = new Map<string, number>();
  for (const { rule_id: id } of body.alerts) byRule.set(id, (byRule.get(id) ?? 0) + 1);
  return { byRule, isCut: body.total > body.alerts.length };
}
