import { deepEqual, equal, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { scrub } from '../../domain/scrub/scrub.ts';
import {
  exactJsonText,
  isExactNumber,
  parseExactJson,
  withDigitsAsTexts,
} from '../../schemas/exact-json.ts';
import { sampleRecord } from '../../schemas/samples/record.ts';
import { workOn } from '../../services/ingest-api/snapshots/capture/read-capture.ts';
import { messagesOf } from '../../services/query-api/core/llm/messages.ts';
import { shortened } from '../../services/query-api/mcp/shortened.ts';
import { holds } from '../support/property.ts';

const again = (text: string): string => exactJsonText(parseExactJson(text));

describe('JSON with numbers that no double holds', () => {
  it('is written as it was read', () => {
    for (const text of [
      '9007199254740993',
      '-12345678901234567890',
      '{"id":9007199254740993,"of":[18446744073709551615,{"a":0.12345678901234567890123}]}',
      '[1e400,-1e-400,123456789012345678e5]',
      '{"12345678901234567890":"12345678901234567890","a\\"9007199254740993":9007199254740993}',
      `1${'0'.repeat(400)}1`,
    ])
      equal(again(text), text);
  });

  it('has the numbers that doubles hold as numbers, however they are written', () => {
    for (const [text, value] of [
      ['9007199254740992', 9007199254740992],
      ['100000000000000000000000', 1e23],
      ['42.000000000000000000', 42],
      ['1.0e003', 1000],
      ['0.1000000000000000000', 0.1],
      ['-0.0000000000000000000', -0],
      ['1.2345678901234566e-07', 1.2345678901234566e-7],
    ] as const)
      equal(parseExactJson(text), value, text);
  });

  it('is no other JSON than that of JSON.parse', () => {
    for (const text of ['{12345678901234567890:1}', '[1234567890123456789012.]', '', '[9e999'])
      throws(() => parseExactJson(text), SyntaxError);
  });

  it('keeps each whole number among any other values', () =>
    holds(
      fc.property(fc.array(fc.tuple(fc.bigInt(), fc.jsonValue())), pairs => {
        const parts = pairs.flatMap(([number, value]) => [String(number), JSON.stringify(value)]);
        const read = parseExactJson(`[${parts.join(',')}]`) as readonly unknown[];
        deepEqual(
          exactJsonText(read.filter((_, at) => at % 2 === 0)),
          `[${pairs.map(([number]) => number).join(',')}]`.replaceAll(/-0\b/gu, '0'),
        );
        deepEqual(
          JSON.parse(exactJsonText(read.filter((_, at) => at % 2 === 1))),
          pairs.map(([, value]) => JSON.parse(JSON.stringify(value))),
        );
      }),
      200,
    ));

  it('goes through the masks of captures as it is, and is masked by its name', () => {
    const sent = parseExactJson('{"order_id":4111111111111111111,"pin":12345678901234567890}');
    const { value } = scrub(sent as never);
    equal(
      exactJsonText(value),
      '{"order_id":4111111111111111111,"pin":"[REDACTED:sensitive_name]"}',
    );
    equal(isExactNumber('4111111111111111111'), false);
  });

  it('is kept by a capture and by the record of a sample', () => {
    const variables = '{"id":9007199254740993,"of":[18446744073709551615]}';
    const body = Buffer.from(`{"breakpoint_id":"b","line_number":7.0,"variables":${variables}}`);
    const read = workOn({ kind: 'read', bytes: body });
    const text = read.kind === 'read' ? Buffer.from(read.bytes).toString() : read.kind;
    equal(text.includes(`"variables":${variables}`), true, text);
    const { value } = sampleRecord({ detail: parseExactJson(variables) } as never);
    equal(value.toString(), `{"detail":${variables}}`);
  });

  it('is text of its digits where it is kept as any other JSON', () => {
    const sent = parseExactJson(
      '{"id":9007199254740993,"of":[1,"a",null,{"b":18446744073709551615}]}',
    );
    deepEqual(withDigitsAsTexts(sent as never), {
      id: '9007199254740993',
      of: [1, 'a', null, { b: '18446744073709551615' }],
    });
  });

  it('is in messages of language models, and in what tools shorten', () => {
    const limits = { messagesMax: 5, messageCharactersMax: 1_000, cutCharacters: 10 };
    const of = (text: string) =>
      messagesOf([{ name: 'gen_ai.tool.call.arguments', text, isCut: false }], limits)[0]?.content;
    equal(of('{"order_id":9007199254740993}'), '{"order_id":9007199254740993}');
    equal(of('[{"role":"tool","content":18446744073709551615}]'), '18446744073709551615');
    const long = `1${'0'.repeat(80)}7`;
    const sent = parseExactJson(`{"n":${long},"of":"${'a'.repeat(20_000)}"}`) as object;
    equal(exactJsonText(shortened(sent, 1_000)?.value).startsWith(`{"n":${long},`), true);
  });

  it('of many digits takes time in proportion to them', () => {
    for (const digits of ['10', `${'0'.repeat(9)}1`, '9'])
      equal(again(`[1${digits.repeat(300_000)}1]`).length > 300_000, true);
  });
});
