import { useMemo } from 'react';
import { useRead } from '../../data/use-read.ts';
import { recordedAlone } from '../../recorded-alone.ts';

export type Mark = {
  readonly kind: 'alert' | 'deployment' | 'change';
  readonly atMs: number;
  /** Of an alert: when it ended; now while it fires. */
  readonly untilMs: number;
  readonly text: string;
};

const marksMax = 200;
const everyMs = 60_000;
const minuteMs = 60_000;

/** Changes by people that may be why something else changed. */
const kinds = 'rules,silences,checks,channels,webhooks,keys';

/**
 * What happened in the time of the slider. It shows all that is known now, wherever the slider stands. Changes are read
 * once somebody turns to it, as every page has a slider.
 */
export function useMarks(fromMs: number, toMs: number, isUsed: boolean): readonly Mark[] {
  const from = new Date(fromMs).toISOString();
  // The minute that runs is not over yet.
  const to = new Date(toMs - minuteMs).toISOString();
  const options = { query: { from, to }, isOfNow: true, everyMs };
  const alerts = useRead('listAlerts', { ...options, query: { from, limit: marksMax } });
  const deployments = useRead('listDeployments', options);
  const changes = useRead('audit', {
    ...options,
    query: { from, kinds, limit: marksMax },
    isWanted: isUsed,
  });
  return useMemo(() => {
    const fired = (alerts.data?.body.alerts ?? []).map(alert => ({
      kind: 'alert' as const,
      atMs: Date.parse(alert.triggered_at),
      untilMs: alert.resolved_at === null ? toMs : Date.parse(alert.resolved_at),
      text: `${alert.name}, ${alert.severity}`,
    }));
    const deployed = (deployments.data?.body.deployments ?? []).map(each => ({
      kind: 'deployment' as const,
      atMs: Date.parse(each.first_seen_at),
      untilMs: Date.parse(each.first_seen_at),
      text: `${each.service_name} ${each.version}`,
    }));
    const recorded = deployments.data === undefined ? [] : recordedAlone(deployments.data.body);
    const said = recorded.map(each => ({
      kind: 'deployment' as const,
      atMs: Date.parse(each.deployed_at),
      untilMs: Date.parse(each.deployed_at),
      text: `${each.version} to ${each.environment}`,
    }));
    const changed = (changes.data?.body.events ?? []).map(each => ({
      kind: 'change' as const,
      atMs: Date.parse(each.at),
      untilMs: Date.parse(each.at),
      text: `${each.id} ${each.summary}`,
    }));
    return [...fired, ...deployed, ...said, ...changed];
  }, [alerts.data, deployments.data, changes.data, toMs]);
}
