import { deepEqual, throws } from 'node:assert/strict';
import { jsonPathFaults } from '../../domain/health/json-path.ts';
import { recurrenceFaults } from '../../domain/silences/recurrence.ts';
import { conditionFaults } from '../../domain/snapshots/condition-faults.ts';
import { expectNoFaults } from '../../platform/http/faults.ts';

const fields = (faults: readonly { readonly field: string }[]): string[] =>
  faults.map(({ field }) => field);

describe('faults of a request', () => {
  it('name the conditions of a breakpoint that cannot be parsed', () => {
    const sent = { condition: 'a ==', capture_expressions: ['a.b', 'x matches "(?=a)"'] };
    deepEqual(fields(conditionFaults(sent)), ['condition', 'capture_expressions.1']);
    deepEqual(conditionFaults({ condition: null, capture_expressions: ['a.b'] }), []);
    deepEqual(conditionFaults({}), []);
  });

  it('name the recurrence of a silence that never occurs', () => {
    const recurrence = { cron: '0 0 30 2 *', timezone: 'UTC' };
    deepEqual(fields(recurrenceFaults({ recurrence })), ['recurrence']);
    deepEqual(recurrenceFaults({ recurrence: { ...recurrence, cron: '0 0 29 2 *' } }), []);
    deepEqual(recurrenceFaults({ recurrence: null }), []);
  });

  it('name the path of an assertion that is none', () => {
    const withPath = (path: string) => ({ assertions: { json_path: { path } } });
    deepEqual(jsonPathFaults(withPath('status')), [
      {
        field: 'assertions.json_path.path',
        message: 'expected a path such as $.checks[0].status',
      },
    ]);
    deepEqual(jsonPathFaults(withPath('$.status')), []);
    deepEqual(jsonPathFaults({ assertions: null }), []);
  });

  it('are 400 with each field, the first one in the sentence', () => {
    const faults = [
      { field: 'condition', message: 'expected a value' },
      { field: 'recurrence', message: 'never occurs' },
    ];
    throws(() => expectNoFaults(faults), {
      status: 400,
      code: 'invalid_request',
      message: 'invalid condition: expected a value',
      details: faults,
    });
    expectNoFaults([]);
  });
});
