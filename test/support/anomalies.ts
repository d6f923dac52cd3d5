import { sendCommand } from '../../platform/commands/send.ts';
import { randomUuid } from '../../platform/uuid.ts';
import type { AnomalyCommand } from '../../schemas/anomalies/commands.ts';
import type { AnomalyFigures } from '../../schemas/anomalies/figures.ts';
import { anomalyStream } from '../../schemas/anomalies/ids.ts';
import { type Command, commandVersion } from '../../schemas/commands/command.ts';
import { minuteMs } from '../../schemas/durations.ts';
import { commandId, organizationId } from '../../schemas/ids.ts';
import type { WholeTidemark } from './cluster.ts';

/** Figures of an anomaly that opened with the minute that ends at `toMs`. */
export const figuresAt = (toMs: number, fields: Partial<AnomalyFigures> = {}): AnomalyFigures => ({
  metric: 'latency_p95',
  direction: 'above',
  observed: 812.5,
  expected: 120,
  spread: 122.5,
  score: 5.65,
  fromMs: toMs - 3 * minuteMs,
  toMs,
  ...fields,
});

/** A command about anomalies, as the evaluator sends it. */
export const anomalyCommand = (wish: AnomalyCommand, atMs = 0): Command =>
  ({
    ...wish,
    id: commandId(randomUuid()),
    version: commandVersion,
    stream: anomalyStream(wish.data.organizationId, wish.data.service),
    organizationId: wish.data.organizationId,
    atMs,
    correlationId: 'test',
    actor: 'evaluator',
    requestHash: '',
  }) as Command;

/** Sends what the evaluator sends of a service whose anomaly opens. */
export async function openAnomaly(
  { platform }: Pick<WholeTidemark, 'platform'>,
  organization: string,
  service: string,
): Promise<void> {
  const toMs = Math.floor(Date.now() / minuteMs) * minuteMs;
  const data = {
    organizationId: organizationId(organization),
    service,
    figures: figuresAt(toMs),
    tickMs: Date.now(),
  };
  const {
    type,
    data: _,
    version: __,
    ...envelope
  } = anomalyCommand({ type: 'OpenAnomaly', data }, Date.now());
  await sendCommand({ type: 'OpenAnomaly', data }, envelope, platform);
}
