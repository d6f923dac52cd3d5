import { alertTrafficMsMin, startDemoAlert } from './alert.ts';
import { startDemoAnomaly } from './anomaly.ts';
import { callerOf } from './call.ts';
import { startDemoCheck } from './check.ts';
import type { DemoIncident, IncidentSetting } from './incident.ts';
import { startDemoReceiver } from './receiver.ts';

/** Everything that goes wrong while traffic is sent, beside it. A short demo has time for the anomaly alone. */
export async function startIncidents(
  trafficMs: number,
  setting: IncidentSetting,
): Promise<DemoIncident> {
  const { server, key, terminal, ended } = setting;
  const receiver = await startDemoReceiver(callerOf(server.url, key), terminal, ended);
  const incidents = [startDemoAnomaly(receiver, setting)];
  if (trafficMs >= alertTrafficMsMin) {
    incidents.push(await startDemoAlert(trafficMs, receiver, setting));
    incidents.push(await startDemoCheck(setting));
  }
  return {
    ended: async () => {
      const unseen: string[] = [];
      // The shorter ones go on while an earlier one is awaited.
      for (const incident of incidents) unseen.push(...(await incident.ended()));
      receiver.close();
      return unseen;
    },
  };
}
