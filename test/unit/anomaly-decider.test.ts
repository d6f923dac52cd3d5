import { deepEqual, equal } from 'node:assert/strict';
import { type AnomalyRow, anomalies } from '../../projections/anomalies/anomalies.ts';
import { anomalyBody } from '../../projections/anomalies/anomaly-body.ts';
import type { AnomalyEndReason } from '../../schemas/anomalies/commands.ts';
import type { AnomalyEvent } from '../../schemas/anomalies/events.ts';
import type { AnomalyFigures } from '../../schemas/anomalies/figures.ts';
import { anomalyStream } from '../../schemas/anomalies/ids.ts';
import type { AnomalyMetric } from '../../schemas/anomalies/metric.ts';
import type { Command } from '../../schemas/commands/command.ts';
import { minuteMs } from '../../schemas/durations.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import { organizationId, type StreamName } from '../../schemas/ids.ts';
import { triageItemOf, triageStream } from '../../schemas/triage/ids.ts';
import type { AggregateState } from '../../services/decider/core/aggregate.ts';
import { evolve } from '../../services/decider/core/features.ts';
import { owner } from '../support/alerts.ts';
import { anomalyCommand, figuresAt } from '../support/anomalies.ts';
import { decideOn, recordedAt, toEvent } from '../support/given.ts';

const startMs = 1_795_563_600_000;
const at = (minute: number): number => startMs + minute * minuteMs;

/** Deciders, and the rows of the projection, of one service. */
function openService(service = 'checkout') {
  const states = new Map<StreamName, AggregateState | undefined>();
  const rows = new Map<string, AnomalyRow>();
  const events: DomainEvent[] = [];
  const project = (event: DomainEvent): void => {
    if (anomalies.types === 'all' || !anomalies.types.has(event.type)) return;
    for (const key of anomalies.keys(event as never, recordedAt(events.length))) {
      const row = anomalies.project(rows.get(key), event as never, key, recordedAt(0));
      if (row === undefined) rows.delete(key);
      else rows.set(key, row);
    }
  };
  const decide = (command: Command): string[] => {
    const decision = decideOn(command, states);
    if (decision.kind === 'rejected') return [decision.reason];
    return decision.appends.flatMap(({ stream, facts }) =>
      facts.map(fact => {
        const event = toEvent(fact, command.atMs);
        states.set(stream, evolve(stream, states.get(stream), event));
        events.push(event);
        project(event);
        return fact.type;
      }),
    );
  };
  const of = { organizationId: owner, service };
  const found = (type: AnomalyEvent['type']) => {
    const event = events.findLast(one => one.type === type);
    return (event as Extract<DomainEvent, AnomalyEvent>).data;
  };
  return {
    decide,
    rows,
    found,
    open: (minute: number, fields: Partial<AnomalyFigures> = {}) =>
      decide(
        anomalyCommand(
          {
            type: 'OpenAnomaly',
            data: { ...of, figures: figuresAt(at(minute), fields), tickMs: at(minute) },
          },
          at(minute),
        ),
      ),
    end: (minute: number, metric: AnomalyMetric, reason: AnomalyEndReason = 'recovered') =>
      decide(
        anomalyCommand(
          {
            type: 'EndAnomaly',
            data: { ...of, metric, toMs: at(minute), tickMs: at(minute), reason },
          },
          at(minute),
        ),
      ),
    acknowledge: (minute: number, by = owner) => {
      const { anomalyId } = found('AnomalyDetected');
      const wish = { type: 'AcknowledgeAnomaly', data: { ...of, anomalyId } } as const;
      return decide({ ...anomalyCommand(wish, at(minute)), organizationId: by });
    },
    body: () => {
      const [row] = rows.values();
      return row && anomalyBody(row);
    },
    stateOf: (id: string) => states.get(triageStream(triageItemOf(id))),
    stream: anomalyStream(owner, service),
  };
}

describe('anomalies of a service', () => {
  it('open with a triage item, and end with it', () => {
    const { open, end, stateOf, found, rows, body } = openService();
    deepEqual(open(0), ['TriageItemOpened', 'AnomalyDetected']);
    const { anomalyId } = found('AnomalyDetected');
    equal(rows.size, 3);
    deepEqual(end(8, 'latency_p95'), ['TriageItemResolved', 'AnomalyEnded']);
    equal((stateOf(anomalyId) as { status?: string }).status, 'resolved');
    deepEqual([body()?.status, body()?.end_reason, rows.size], ['ended', 'recovered', 2]);
  });

  it('have one open anomaly for a metric, also when commands are repeated', () => {
    const { open, end } = openService();
    equal(open(0).length, 2);
    for (const minute of [0, 1, 9]) deepEqual(open(minute), []);
    deepEqual(end(0, 'latency_p95'), []);
    deepEqual(end(1, 'error_rate'), []);
    equal(end(10, 'latency_p95').length, 2);
    deepEqual(open(10), []);
    deepEqual(end(12, 'latency_p95'), []);
    deepEqual(open(11), ['TriageItemOpened', 'AnomalyDetected']);
  });

  it('have one anomaly for metrics that move together, which ends with the last', () => {
    const { open, end, body } = openService();
    open(0);
    deepEqual(open(5, { metric: 'error_rate', observed: 20 }), ['AnomalyWidened']);
    deepEqual(
      body()?.metrics.map(({ metric, status }) => [metric, status]),
      [
        ['latency_p95', 'open'],
        ['error_rate', 'open'],
      ],
    );
    deepEqual(end(8, 'latency_p95'), ['AnomalyNarrowed']);
    deepEqual(
      body()?.metrics.map(({ status }) => status),
      ['ended', 'open'],
    );
    deepEqual(end(9, 'error_rate'), ['TriageItemResolved', 'AnomalyEnded']);
  });

  it('have another one for a metric that moves later', () => {
    const { open, found } = openService();
    open(0);
    const first = found('AnomalyDetected').anomalyId;
    deepEqual(open(6, { metric: 'error_rate' }), ['TriageItemOpened', 'AnomalyDetected']);
    equal(found('AnomalyDetected').anomalyId === first, false);
  });

  it('are acknowledged once, by their organization, while they are open', () => {
    const { open, end, acknowledge, body } = openService();
    open(0);
    const eve = organizationId('00000000-0000-4000-8000-00000000000e');
    deepEqual(acknowledge(1, eve), ['not_found']);
    deepEqual(acknowledge(1), ['AnomalyAcknowledged']);
    deepEqual(acknowledge(2), []);
    equal(body()?.acknowledged_at, new Date(at(1)).toISOString());
    end(8, 'latency_p95');
    deepEqual(acknowledge(9), ['invalid_transition']);
  });

  it('are critical from a score of 4 on', () => {
    for (const [score, severity] of [
      [3.9, 'warning'],
      [4, 'critical'],
    ] as const) {
      const { open, body } = openService();
      open(0, { score });
      equal(body()?.severity, severity);
    }
  });
});
