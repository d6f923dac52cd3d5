import assert from 'node:assert/strict';
import { recordOf } from '../../platform/topic-log/kafka/record.ts';

const message = { offset: '7', timestamp: '1700000000000', key: null, value: null };

describe('a record read from Kafka', () => {
  it('has texts for what other producers may leave out', () => {
    // A header of length -1 is null on the wire; the driver's types know nothing of that.
    const headers = JSON.parse('{"empty": null}');
    assert.deepEqual(recordOf(3, { ...message, headers }), {
      partition: 3,
      offset: 7,
      key: '',
      value: Buffer.alloc(0),
      headers: { empty: '' },
      appendedAtMs: 1_700_000_000_000,
    });
  });

  it('has keys and headers as they were written, short, long and not in ASCII', () => {
    for (const text of ['', 'a', 'eight888', 'nine99999', 'é', 'ünïcödé €', '\u0000']) {
      const bytes = Buffer.from(text);
      const { key, headers } = recordOf(0, {
        ...message,
        key: bytes,
        headers: { once: bytes, twice: [bytes, Buffer.from('second')], text },
      });
      assert.equal(key, text);
      assert.deepEqual(headers, { once: text, twice: text, text });
    }
  });
});
