import { deepEqual, equal } from 'node:assert/strict';
import { sendCommand } from '../../platform/commands/send.ts';
import { type AlertRuleId, alertRuleStream } from '../../schemas/alerts/ids.ts';
import { minuteMs } from '../../schemas/durations.ts';
import { commandId, organizationId } from '../../schemas/ids.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import { ruleWith } from '../support/alerts.ts';
import { live, openEvaluatorWorld } from '../support/evaluator-world.ts';
import { minuteRecords } from '../support/minute-records.ts';

const owner = organizationId('0b5c9a34-6c1e-4f0d-9f2e-6a54f3f2a001');
const ruleId = uuidV5(owner, 'unusual') as AlertRuleId;
const startMinute = 30_000_000;
const slowFrom = 90;
const minutes = 110;

const records = Array.from({ length: minutes }, (_, at) => {
  const latencyMs = at < slowFrom ? 25 + (at % 7) : 700;
  return minuteRecords(at, { organization: owner, startMinute, latencyMs });
}).flat();

/** What happened to the alert when each process ended after so many minutes. */
async function alertsOf(ends: readonly number[]) {
  const world = openEvaluatorWorld(records);
  const rule = ruleWith({
    alertType: 'anomaly',
    metric: 'latency_p95',
    operator: '>',
    threshold: 1,
    scope: { type: 'service', service: 'checkout' },
    forMinutes: 5,
  });
  await sendCommand(
    { type: 'CreateAlertRule', data: { organizationId: owner, ruleId, rule } },
    {
      id: commandId(uuidV5(owner, 'create')),
      organizationId: owner,
      stream: alertRuleStream(ruleId),
      atMs: startMinute * minuteMs,
      correlationId: 'test',
      actor: 'test',
      requestHash: 'test',
    },
    {
      topicLog: {
        append: async (_, sent) => {
          for (const { value, headers } of sent) world.decide(value, headers);
          return [];
        },
      },
    },
  );
  for (const end of ends)
    await live(world, {
      clock: () => (startMinute + end) * minuteMs,
      step: () => undefined,
      onQuiet: async () => false,
      batch: () => 1,
      until: end * 2,
    });
  return world.events.flatMap(event =>
    event.type === 'AlertTriggered' ? [event.data.window.toMs] : [],
  );
}

describe('a rule about anomalies that waits', () => {
  it('does not begin to wait again when its process is restarted', async () => {
    const whole = await alertsOf([minutes]);
    equal(whole.length, 1);
    const waitsFrom = slowFrom + 3;
    for (const restarted of [waitsFrom, waitsFrom + 2, waitsFrom + 4])
      deepEqual(await alertsOf([restarted, minutes]), whole);
  });
});
