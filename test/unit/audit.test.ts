import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { audit, isAudited } from '../../projections/audit/audit.ts';
import { kindOf } from '../../projections/audit/audit-kinds.ts';
import { auditResources, type ResourceFields } from '../../projections/audit/audit-resources.ts';
import { eventVersion } from '../../schemas/events/event.ts';
import { upcast } from '../../schemas/events/upcast.ts';
import { type StreamName, streamName } from '../../schemas/ids.ts';
import { changesBetween } from '../../services/query-api/audit/fields.ts';
import { actorOf, isNamed, resourceOf } from '../../services/query-api/audit/names.ts';
import { summaryOf } from '../../services/query-api/audit/summary.ts';
import { storedEvents } from '../support/fixtures.ts';

const versions = Array.from({ length: eventVersion }, (_, index) => index + 1);
const id = '0c293219-67d8-5369-b5c4-53b455d2bbb3';

describe('the audit log', () => {
  it('has one readable line for every type of event, of every version', () => {
    for (const { event } of versions.flatMap(storedEvents)) {
      const { type, data } = upcast(event);
      const summary = summaryOf(type, data as ResourceFields);
      match(summary, /^\p{Lu}|^\d{4}-\d\d/u);
      ok(/^[^\n]{8,300}$/u.test(summary) && /\s/u.test(summary), summary);
      ok(!/undefined|\[object|null/u.test(summary), summary);
    }
  });

  it('leaves out what is sent: it changes nothing, and there is a lot of it', () => {
    const event = storedEvents(eventVersion).find(one => one.event.type === 'WebhookAttempted');
    ok(event);
    const { stream } = event;
    const keysIn = (name: StreamName) =>
      [audit, auditResources].map(
        ({ keys }) =>
          keys(upcast(event.event), { stream: name, position: 1, recordedAtMs: 1 }).length,
      );
    deepEqual(keysIn(stream), [0, 0]);
    deepEqual(keysIn(streamName('webhook-1')), [1, 1]);
  });

  it('has a kind for every event of an organization that was ever stored', () => {
    const found = versions
      .flatMap(storedEvents)
      .filter(({ event, stream }) => event.organizationId !== undefined && isAudited(stream));
    const without = found.filter(({ stream }) => kindOf(stream) === undefined);
    deepEqual([...new Set(without.map(({ event }) => event.type))], []);
    const kindOfEvent = (type: string) => {
      const stream = found.find(({ event }) => event.type === type)?.stream;
      return stream && kindOf(stream);
    };
    deepEqual(
      ['AlertRuleChanged', 'AlertTriggered', 'ApiKeyRevoked', 'SilenceStarted'].map(kindOfEvent),
      ['rules', 'alerts', 'keys', 'silences'],
    );
  });

  it('names a type without a line of its own by its words', () => {
    equal(summaryOf('WebhookCreated' as never, {}), 'Webhook created');
    equal(summaryOf('ApiKeyRotated' as never, {}), 'API key rotated');
  });

  it('keeps a summary on one line, and short', () => {
    const message = `one\r\ntwo\u0007 ${'x'.repeat(1_000)}`;
    const summary = summaryOf('CommandRejected', { message });
    match(summary, /^A request was rejected: one two x+$/u);
    equal(summary.length, 300);
  });

  it('shows fields that differ, before and after', () => {
    const before = { serviceName: 'a', kind: 'live', organizationId: id };
    deepEqual(changesBetween(before, { ...before, serviceName: 'b', isFinal: true }), [
      { field: 'service_name', before: 'a', after: 'b' },
      { field: 'is_final', before: null, after: true },
    ]);
    deepEqual(changesBetween(before, before), []);
  });

  it('shows no secret of any event that was ever stored, though it tells that one changed', () => {
    for (const { event } of versions.flatMap(storedEvents)) {
      const data = upcast(event).data as ResourceFields;
      const text = JSON.stringify(changesBetween({}, data));
      ok(
        !/Acme|"A[A-Za-z0-9_-]{30,}|[0-9a-f]{64}|1\.2\.3|environment[\\":]+test/u.test(text),
        text,
      );
    }
    const names = ['one', 'two'].map(sealed => ({ displayName: { sealed } }));
    deepEqual(changesBetween(names[0] ?? {}, names[1] ?? {}), [
      { field: 'display_name', before: '(sealed)', after: '(sealed)' },
    ]);
    deepEqual(changesBetween({}, { nested: { webhookSecret: 'x', any: { clear: 'y' } } }), [
      {
        field: 'nested',
        before: null,
        after: { webhook_secret: '(sealed)', any: '(sealed)' },
      },
    ]);
  });

  it('tells who acted, and on what', () => {
    deepEqual(actorOf(`key:${id}`), { type: 'key', id });
    deepEqual(actorOf(`session:${id}`), { type: 'session', id });
    deepEqual(actorOf('operator'), { type: 'operator', id: null });
    deepEqual(actorOf('monitor'), { type: 'system', id: 'monitor' });
    deepEqual(resourceOf(`api-key-${id}`), { type: 'api-key', id });
    deepEqual(resourceOf(`health-check-${id}`), { type: 'health-check', id });
    deepEqual(resourceOf(`anomaly-${id}-check-out-p99`), {
      type: 'anomaly',
      id: `${id}-check-out-p99`,
    });
    deepEqual(resourceOf('deliveries-mail'), { type: 'deliveries', id: 'mail' });
    deepEqual(resourceOf(`mailbox-${'a'.repeat(64)}`), { type: 'mailbox', id: '(sealed)' });
  });

  it('is filtered by a type, or by a type and an id', () => {
    const key = actorOf(`key:${id}`);
    ok(isNamed(undefined, key) && isNamed('key', key) && isNamed(`key:${id}`, key));
    ok(!isNamed('operator', key) && !isNamed('key:other', key) && !isNamed(id, key));
  });
});
