import { deepEqual, equal, match } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { breakpointId, breakpointStream } from '../../schemas/snapshots/ids.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { type SnapshotCustomer, snapshotCustomer } from '../support/snapshots.ts';

/** Written out, its repetitions are a program of 10¹² steps. */
const endless = '((((){1000}){1000}){1000}){1000}';
const harmless = '^harmless$';

const conditionOf = (pattern: string): string => `x matches "${pattern}"`;

onBothEngines('a condition with an endless regular expression', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;
  let ada: SnapshotCustomer;
  let breakpoint: ResponseOf<'getBreakpoint'>;

  before(async function () {
    tidemark = await start(this);
    ada = await snapshotCustomer(tidemark, 'ada');
    breakpoint = await ada.ok('POST', '/v1/breakpoints', {
      service_name: 'checkout',
      function_name: 'placeOrder',
      condition: conditionOf(harmless),
    });
  });
  after(() => tidemark?.close());

  it('is refused where breakpoints are set and changed', async () => {
    const place = { service_name: 'checkout', function_name: 'pay' };
    for (const field of [
      { condition: conditionOf(endless) },
      { capture_expressions: ['x', conditionOf(endless)] },
    ]) {
      const created = await ada.call('POST', '/v1/breakpoints', { ...place, ...field });
      const changed = await ada.call('PUT', `/v1/breakpoints/${breakpoint.id}`, field);
      for (const { status, text } of [created, changed]) {
        equal(status, 400, text);
        match(text, /the regular expression is too large; use fewer and smaller repetitions/);
      }
    }
  });

  it('that an earlier release stored is read, captures nothing and says why', async () => {
    await storeCondition(tidemark, breakpoint.id, conditionOf(endless));
    const read = await ada.ok<typeof breakpoint>('GET', `/v1/breakpoints/${breakpoint.id}`);
    deepEqual([read.condition, read.condition_eval], [conditionOf(endless), 'server-only']);
    const checkedIn = await ada.ok<ResponseOf<'checkInSnapshot'>>(
      'POST',
      '/sdk/snapshots/check-in',
      { service_name: 'checkout', function_name: 'placeOrder', variables: { x: 'a' } },
    );
    deepEqual([checkedIn.capture, checkedIn.reason], [false, 'condition_error']);
    match(checkedIn.message ?? '', /the regular expression is too large/);
    const captured = await ada.ok('POST', '/sdk/snapshots/capture', {
      breakpoint_id: breakpoint.id,
      file_path: 'a.ts',
      line_number: 1,
      variables: { x: 'a' },
      stack_trace: '',
      captured_at: new Date().toISOString(),
    });
    deepEqual([captured.dropped, captured.reason], [true, 'condition_error']);
  });

  it('is replaced by one that can be evaluated', async () => {
    const condition = conditionOf('^a+$');
    await ada.ok('PUT', `/v1/breakpoints/${breakpoint.id}`, { condition });
    const { capture } = await ada.ok('POST', '/sdk/snapshots/check-in', {
      service_name: 'checkout',
      breakpoint_id: breakpoint.id,
      variables: { x: 'aa' },
    });
    equal(capture, true);
  });
});

/** As a release stored it that did not limit patterns: its latest event again, with another condition. */
async function storeCondition(
  { platform }: WholeTidemark,
  id: string,
  condition: string,
): Promise<void> {
  const stream = breakpointStream(breakpointId(id));
  for await (const { event } of platform.eventStore.readStreamBackwards(stream)) {
    const text = JSON.stringify(event).replaceAll(
      JSON.stringify(conditionOf(harmless)),
      JSON.stringify(condition),
    );
    const again = { ...(JSON.parse(text) as DomainEvent), id: randomUuid() as DomainEvent['id'] };
    await platform.eventStore.append(stream, [again], 'any');
    return;
  }
}
