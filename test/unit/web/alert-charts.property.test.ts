import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { evaluationOutcomes } from '../../../schemas/alerts/evaluation.ts';
import { metrics } from '../../../schemas/alerts/rule.ts';
import { spanAround } from '../../../services/web/pages/alert/span.ts';
import { thresholdsAround, thresholdsMax } from '../../../services/web/pages/alert/thresholds.ts';
import { drawnOf, type Evaluation } from '../../../services/web/rules/outcomes.ts';
import { holds } from '../../support/property.ts';

const runs = 200;
const minuteMs = 60_000;
const startMs = Date.parse('2026-11-25T00:00:00.000Z');
const instant = (ms: number): string => new Date(ms).toISOString();

describe('the time around an alert', () => {
  const found = fc.record({
    triggeredMs: fc.integer({ min: startMs, max: startMs + 86_400_000 }),
    windowMinutes: fc.integer({ min: 1, max: 1_440 }),
    firedMs: fc.option(fc.integer({ min: 0, max: 172_800_000 }), { nil: undefined }),
    sinceMs: fc.integer({ min: 10_000, max: 172_800_000 }),
  });

  it('holds its trigger with some of before, ends by now, and says when it is cut', async () => {
    await holds(
      fc.property(found, ({ triggeredMs, windowMinutes, firedMs, sinceMs }) => {
        const nowMs = triggeredMs + sinceMs;
        const toMs = Math.floor(triggeredMs / 10_000) * 10_000;
        const fromMs = toMs - windowMinutes * minuteMs;
        const span = spanAround(
          {
            window: { from: instant(fromMs), to: instant(toMs) },
            triggered_at: instant(triggeredMs),
            resolved_at: firedMs === undefined ? null : instant(triggeredMs + firedMs),
          },
          nowMs,
        );
        ok(span.fromMs <= triggeredMs - 15 * minuteMs);
        ok(span.toMs >= toMs && span.toMs >= Math.min(nowMs, triggeredMs));
        ok(span.toMs > span.fromMs);
        ok(span.toMs <= nowMs);
        ok(span.toMs - span.fromMs <= 6 * 60 * minuteMs);
        ok(span.isCut || span.toMs >= Math.min(nowMs, triggeredMs + (firedMs ?? sinceMs)));
      }),
      runs,
    );
  });
});

describe('the thresholds that are tried', () => {
  const figure = fc.double({ min: 0, max: 1e6, noNaN: true });
  const around = fc.record({
    alert_type: fc.constantFrom('threshold' as const, 'anomaly' as const),
    metric: fc.constantFrom(...metrics),
    threshold: figure,
    current_value: fc.option(figure, { nil: null }),
  });

  it('are few, ascending, each once, with that of the rule', async () => {
    await holds(
      fc.property(around, alert => {
        const tried = thresholdsAround(alert);
        ok(tried.length <= thresholdsMax);
        ok(tried.includes(alert.threshold));
        deepEqual(
          tried,
          [...new Set(tried)].toSorted((a, b) => a - b),
        );
      }),
      runs,
    );
  });

  it('lie on both sides of that of the rule', () => {
    const tried = thresholdsAround({
      alert_type: 'threshold',
      metric: 'latency_p95',
      threshold: 500,
      current_value: 812.5,
    });
    ok((tried[0] ?? 500) < 500);
    ok((tried.at(-1) ?? 500) > 812.5);
  });
});

describe('the chart of evaluations', () => {
  const rule = {
    alert_type: 'threshold',
    metric: 'error_rate',
    operator: '>',
    threshold: 5,
  } as const;
  const evaluation = fc.record({
    outcome: fc.constantFrom(...evaluationOutcomes),
    value: fc.option(fc.double({ min: 0, max: 100, noNaN: true }), { nil: null }),
  });

  it('has one dot for each evaluation, in the line of its outcome, at its value', async () => {
    await holds(
      fc.property(fc.array(evaluation, { maxLength: 50 }), drawn => {
        const evaluations = drawn.map((fields, index): Evaluation => {
          const at = instant(startMs + index * 10_000);
          const times = { window_to: at, evaluated_up_to: at, rule_version: 1, samples: 1 };
          return { ...times, ...fields, status: 'evaluated', reason: null };
        });
        const span = { fromMs: startMs - minuteMs, toMs: startMs + 60 * minuteMs };
        const { timesMs, lines } = drawnOf(rule, evaluations, span);
        equal(timesMs.length, evaluations.length + 2);
        const dots = lines.filter(line => line.dots !== undefined);
        evaluations.forEach(({ outcome, value }, index) => {
          const here = dots.filter(line => line.values[index + 1] !== null);
          deepEqual(
            here.map(line => [line.label, line.values[index + 1]]),
            [[outcome, value ?? 0]],
          );
        });
        for (const line of lines) equal(line.values.length, timesMs.length);
      }),
      runs,
    );
  });
});
