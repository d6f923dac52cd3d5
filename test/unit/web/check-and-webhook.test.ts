import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { outagesOf, type Result } from '../../../services/web/pages/check/outages.ts';
import { type Day, daysText } from '../../../services/web/pages/check/uptime-words.ts';
import { equalsOf, equalsText } from '../../../services/web/pages/checks/equals.ts';
import {
  type Delivery,
  deliveriesThen,
} from '../../../services/web/pages/webhook/deliveries-then.ts';
import { instantOfInput, localInput } from '../../../services/web/time/local-input.ts';
import { holds } from '../../support/property.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 27, 10, minute)).toISOString();

describe('the outages of a check', () => {
  const result = (minute: number, outcome: Result['outcome']) =>
    ({ at: at(minute), outcome, error: outcome === 'failed' ? `at ${minute}` : null }) as Result;

  it('are failures in a row, which only a success ends', () => {
    const outcomes: readonly Result['outcome'][] = [
      ...(['failed', 'skipped', 'failed', 'passed', 'degraded', 'failed'] as const),
    ];
    const newestFirst = outcomes.map((outcome, minute) => result(minute, outcome)).toReversed();
    deepEqual(outagesOf(newestFirst), [
      { fromMs: Date.parse(at(5)), untilMs: undefined, failures: 1, error: 'at 5' },
      { fromMs: Date.parse(at(0)), untilMs: Date.parse(at(3)), failures: 2, error: 'at 0' },
    ]);
  });
});

describe('the days of a check', () => {
  it('are counted by how much of each it was up', () => {
    const days = [null, 100, 99.99, 99, 98.9, 100].map(
      percent => ({ uptime_percentage: percent }) as Day,
    );
    equal(
      daysText(days),
      '2 days up all day, 2 days up 99 % or more, 1 day up less than 99 %, 1 day no result',
    );
  });
});

describe('the value that a check expects', () => {
  it('is the same after it was shown and typed', async () => {
    const values = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter(value => !Object.is(value, -0)),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('1', 'true', 'null', '"a"', '{}', ''),
    );
    await holds(
      fc.property(values, value => deepEqual(equalsOf(equalsText(value)), value)),
      300,
    );
  });
});

describe('the deliveries of a webhook in the past', () => {
  const delivery = (id: string, ...attempts: readonly (readonly [number, string | null])[]) =>
    ({
      id,
      status: 'delivered',
      attempts: attempts.map(([minute, error]) => ({ at: at(minute), error })),
      next_attempt_at: at(9),
    }) as unknown as Delivery;

  it('have the attempts of then, and what had come of them', () => {
    const all = [
      delivery('later', [5, null]),
      delivery('retried', [1, 'refused'], [5, null]),
      delivery('again', [1, null], [5, null]),
      delivery('done', [1, null]),
    ];
    deepEqual(
      deliveriesThen(all, at(3)).map(({ id, status, attempts }) => [id, status, attempts.length]),
      [
        ['retried', 'retrying', 1],
        ['again', 'delivered', 1],
        ['done', 'delivered', 1],
      ],
    );
    equal(deliveriesThen(all, undefined), all);
  });
});

describe('an instant in a form', () => {
  it('is that of its minute, and stays as it was where nobody touches it', async () => {
    const instants = fc.integer({ min: 0, max: Date.UTC(2100, 0) });
    await holds(
      fc.property(instants, ms => {
        const text = localInput(ms, 'utc');
        equal(Date.parse(instantOfInput(text, 'utc')), Math.floor(ms / 60_000) * 60_000);
        equal(Date.parse(instantOfInput(text, 'utc', ms)), ms);
      }),
      300,
    );
    equal(instantOfInput('', 'utc'), '');
  });
});
