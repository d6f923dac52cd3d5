import assert from 'node:assert/strict';
import { errorTextBytesMax } from '../../platform/otlp/limits.ts';
import { decodeTraces } from '../../platform/otlp/traces.ts';
import { body, type JsonKeyValue, type JsonSpan, span, text, traces } from '../support/otlp.ts';
import { decoded, errorRows, recordContext } from '../support/otlp-rows.ts';

const failed = { code: 2 } as const;

const exception = (...attributes: readonly JsonKeyValue[]) => ({ name: 'exception', attributes });

const rowsOf = (...spans: readonly Partial<JsonSpan>[]) =>
  errorRows(decoded(body(traces(spans.map(span)), 'json'), 'json'));

const wordsOf = (fields: Partial<JsonSpan>) => {
  const [row = {}] = rowsOf({ status: failed, ...fields });
  return [row.type, row.message, row.stack, row.debug_id];
};

describe('the errors of a batch', () => {
  it('are its spans with the status of an error, with where and when', () => {
    const rows = rowsOf(
      { spanId: '0000000000000001' },
      { spanId: '0000000000000002', status: failed, name: 'charge' },
      { spanId: '0000000000000003', status: { code: 1 }, events: [exception()] },
    );
    assert.equal(rows.length, 1);
    const [row = {}] = rows;
    assert.deepEqual(
      [row.span_id, row.operation, row.service, row.duration, row.batch],
      ['2', 'charge', 'checkout', '25000000', ''],
    );
    assert.equal(row.time, span().endTimeUnixNano);
  });

  it('tell of the first exception that was recorded', () => {
    const events = [
      { name: 'retry', attributes: [text('exception.message', 'not this')] },
      exception(
        text('exception.type', 'NoStock'),
        text('exception.message', 'no stock of 店'),
        text('exception.stacktrace', 'pick at shelf.js:7'),
      ),
      exception(text('exception.message', 'the same again')),
    ];
    const status = { code: 2, message: 'failed' };
    assert.deepEqual(wordsOf({ events, status }), [
      'NoStock',
      'no stock of 店',
      'pick at shelf.js:7',
      '',
    ]);
  });

  it('fall back to the status, then to attributes of the span', () => {
    const attributes = [
      text('error.type', 'TypeError'),
      text('error.message', 'x is undefined'),
      text('tracekit.debug_id', 'd-1'),
    ];
    assert.deepEqual(wordsOf({ attributes }), ['TypeError', 'x is undefined', '', 'd-1']);
    assert.deepEqual(wordsOf({ attributes, status: { code: 2, message: 'failed' } }), [
      'TypeError',
      'failed',
      '',
      'd-1',
    ]);
    const empty = { events: [exception(text('exception.message', ''))], attributes };
    assert.deepEqual(wordsOf(empty).slice(0, 2), ['TypeError', 'x is undefined']);
    assert.deepEqual(wordsOf({}), ['', '', '', '']);
  });

  it('are cut between two characters where they are too long for a list', () => {
    const long = `a${'店'.repeat(errorTextBytesMax)}`;
    const [, message] = wordsOf({ status: { code: 2, message: long } });
    const bytes = Buffer.byteLength(String(message));
    assert.ok(bytes <= errorTextBytesMax && bytes > errorTextBytesMax - 3);
    assert.equal(long.startsWith(String(message)), true);
  });

  it('are taken back with the record that cannot be decoded, and with the batch', () => {
    const good = body(traces([span({ status: { code: 2, message: 'kept' } })]), 'protobuf');
    const batch = decoded(good, 'protobuf');
    const broken = Buffer.concat([good, Buffer.from([0x0a, 0x7f])]);
    assert.throws(() => decodeTraces(broken, 'protobuf', recordContext, batch));
    assert.deepEqual(
      errorRows(batch).map(({ message }) => message),
      ['kept'],
    );
    assert.equal(batch.errorSeconds.length, 1);
    batch.reset();
    assert.deepEqual([errorRows(batch), batch.errorSeconds], [[], []]);
  });
});
