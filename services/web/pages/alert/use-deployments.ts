import { useMemo } from 'react';
import { useRead } from '../../data/use-read.ts';
import type { Mark } from '../../ui/chart/line.ts';
import { versionMark } from '../../version-marks.ts';
import { useShownSpan } from './use-shown-span.ts';
import type { Alert } from './words.ts';

/** Before the window in which the alert fired: a cause may have been rolled out a while ago. */
const beforeMs = 6 * 3_600_000;

/** Versions of all services that began before and during an alert, once they are wanted. */
export function useDeployments(alert: Alert, isWanted: boolean) {
  const { to, fromMs } = useShownSpan(alert);
  return useRead('listDeployments', {
    query: { from: new Date(fromMs - beforeMs).toISOString(), to },
    isWanted,
  });
}

/** Those of the service of the alert, as soon as they are known; of a rule over all services, all. */
export function useDeploymentMarks(alert: Alert): readonly Mark[] {
  const deployments = useDeployments(alert, false).data?.body.deployments;
  const { service_name: service } = alert;
  return useMemo(
    () =>
      (deployments ?? [])
        .filter(each => service === '' || each.service_name === service)
        .map(versionMark),
    [deployments, service],
  );
}
