import assert from 'node:assert/strict';
import {
  attributesToJson,
  attributesToOtlp,
  attributeTextToJson,
  type KeyValue,
} from '../../platform/otlp/attributes.ts';
import { body, type JsonKeyValue, span, traces } from '../support/otlp.ts';
import { decoded, spanRows } from '../support/otlp-rows.ts';

const pairs: readonly JsonKeyValue[] = [
  { key: 'text', value: { stringValue: '' } },
  { key: 'yes', value: { boolValue: true } },
  { key: 'small', value: { intValue: '-7' } },
  { key: 'large', value: { intValue: '-9223372036854775808' } },
  { key: 'double', value: { doubleValue: 0.1 } },
  { key: 'not a number', value: { doubleValue: 'NaN' } },
  { key: 'endless', value: { doubleValue: '-Infinity' } },
  { key: 'bytes', value: { bytesValue: 'AAH/' } },
  { key: 'empty', value: {} },
  {
    key: '__proto__',
    value: { kvlistValue: { values: [{ key: 'n', value: { intValue: '1' } }] } },
  },
  {
    key: 'list',
    value: { arrayValue: { values: [{ stringValue: 'a' }, {}, { arrayValue: { values: [] } }] } },
  },
  { key: 'nothing below', value: { doubleValue: '-0' } },
  { key: 'signs', value: { arrayValue: { values: [{ doubleValue: '-0' }, { doubleValue: 0 }] } } },
];

describe('attributes as they are stored', () => {
  const [row = {}] = spanRows(
    decoded(body(traces([span({ attributes: pairs })]), 'protobuf'), 'protobuf'),
  );
  const columns = [row['attributes.key'], row['attributes.type'], row['attributes.value']] as [
    string[],
    number[],
    string[],
  ];

  it('hold their types and texts', () => {
    assert.deepEqual(columns[1], [0, 1, 2, 2, 3, 3, 3, 6, 7, 5, 4, 3, 4]);
    assert.deepEqual(columns[2].slice(0, 9), [
      '',
      'true',
      '-7',
      '-9223372036854775808',
      '0.1',
      'NaN',
      '-Infinity',
      'AAH/',
      '',
    ]);
  });

  it('become plain JSON', () => {
    const json = attributesToJson(...columns);
    assert.equal(
      JSON.stringify(json),
      '{"text":"","yes":true,"small":-7,"large":"-9223372036854775808","double":0.1,"not a number":"NaN",' +
        '"endless":"-Infinity","bytes":"AAH/","empty":null,"__proto__":{"n":1},"list":["a",null,[]],' +
        '"nothing below":0,"signs":[0,0]}',
    );
    assert.equal(Object.getPrototypeOf(json), Object.prototype);
  });

  it('become the list that was sent', () => {
    assert.deepEqual(attributesToOtlp(...columns), pairs as readonly KeyValue[]);
  });

  it('of events are the empty text when there are none', () => {
    assert.deepEqual(attributeTextToJson(''), {});
  });

  it('have no type that nobody knows', () => {
    assert.throws(
      () => attributesToOtlp(['a'], [8], ['x']),
      /expected an attribute type from 0 to 7, found 8/,
    );
  });
});
