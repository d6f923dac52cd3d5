import { deepEqual, equal } from 'node:assert/strict';
import { organizationId } from '../../schemas/ids.ts';
import { limits } from '../../services/query-api/config.ts';
import type { TraceRow } from '../../services/query-api/traces/trace-rows.ts';
import { openTraceTimes } from '../../services/query-api/traces/trace-times.ts';

const ada = organizationId('a0000000-0000-4000-8000-000000000001');
const eve = organizationId('e0000000-0000-4000-8000-000000000001');
const digits = (number: number): string => number.toString(16).padStart(32, '0');

const trace = (id: string) =>
  ({ id, first: '1000000000', last: '2999999999' }) as unknown as TraceRow;

describe('times of traces that were shown', () => {
  it('are those of one organization, in seconds', () => {
    const times = openTraceTimes();
    times.remember(ada, [trace('0af76519-16cd-43dd-8448-eb211c80319c')]);
    const id = '0af7651916cd43dd8448eb211c80319c';
    deepEqual(times.of(ada, id), { fromSeconds: 1, toSeconds: 2 });
    equal(times.of(eve, id), undefined);
  });

  it('are forgotten, the oldest first, when there are too many', () => {
    const times = openTraceTimes();
    for (let number = 0; number <= limits.traceTimesRemembered; number++)
      times.remember(ada, [trace(digits(number))]);
    equal(times.of(ada, digits(0)), undefined);
    deepEqual(times.of(ada, digits(1)), { fromSeconds: 1, toSeconds: 2 });
  });
});
