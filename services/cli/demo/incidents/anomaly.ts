import { minuteMs } from '../../../../schemas/durations.ts';
import { seededRandom } from '../random.ts';
import { type PastMinutes, sendPastMinutes } from '../sending/past-minutes.ts';
import { callerOf } from './call.ts';
import type { DemoIncident, IncidentSetting, Looking } from './incident.ts';
import { lookBack } from './look-back.ts';
import type { DemoReceiver } from './receiver.ts';
import { createRule, learned, searchIsSlow, searchIsUnusual, service } from './search.ts';
import { sameAnomaly, showAlert, showAnomaly, showEnd, showItem } from './seen.ts';

type Stretch = Pick<PastMinutes, 'version' | 'medianMs'> & {
  /** Minutes before the one that is running, both included. */
  readonly from: number;
  readonly to: number;
};

/** All is back-dated and sent within seconds, so that nobody waits for an hour. */
const usual: Stretch = { version: '1.0.0', medianMs: 25, from: 69, to: 10 };
const slow: Stretch = { version: '2.0.0', medianMs: 400, from: 9, to: 7 };
const repaired: Stretch = { version: '2.0.1', medianMs: 25, from: 6, to: 2 };

type Send = (stretch: Stretch) => Promise<void>;

/** A service of which an hour is known becomes slow, and is repaired; prints what Tidemark makes of it. */
export function startDemoAnomaly(receiver: DemoReceiver, setting: IncidentSetting): DemoIncident {
  const { server, key } = setting;
  const nowMinute = Math.floor(Date.now() / minuteMs);
  const random = seededRandom(1);
  const send: Send = ({ from, to, ...requests }) => {
    const minutes = { firstMinute: nowMinute - from, lastMinute: nowMinute - to };
    return sendPastMinutes({ service, ...minutes, ...requests }, { ...server, key }, random);
  };
  const told = tell(send, { ...setting, receiver, call: callerOf(server.url, key) }).catch(
    (error: unknown) => [error instanceof Error ? error.message : String(error)],
  );
  return { ended: () => told };
}

async function tell(send: Send, looking: Looking): Promise<readonly string[]> {
  const { call, terminal } = looking;
  const { style, say, record } = terminal;
  await send(usual);
  await learned(usual.from - usual.to + 1, looking);
  const unusual = await createRule(searchIsUnusual, call);
  const tooSlow = await createRule(searchIsSlow, call);
  await send(slow);
  const { version } = slow;
  record({ kind: 'version_deployed', service, version });
  say(
    `${style.bad('●')} ${service} ${version} is deployed: for three minutes it is ${slow.medianMs / usual.medianMs} times slower`,
  );
  const anomaly = await showAnomaly(looking);
  await showItem(anomaly, looking);
  const byAnomaly = await showAlert(unusual, looking);
  const shown = await showAlert(tooSlow, looking);
  await send(repaired);
  record({ kind: 'version_deployed', service, version: repaired.version });
  say(
    `${style.good('●')} ${service} ${repaired.version} is deployed: for five minutes all is well`,
  );
  await showEnd(anomaly, byAnomaly, looking);
  return [
    ...(await sameAnomaly(anomaly, shown.shownAt, looking)),
    ...(await lookBack(shown, call, terminal)),
  ];
}
