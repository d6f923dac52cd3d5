import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { AnswerTooLarge, Unavailable } from '../../platform/errors.ts';
import { parseRows } from '../../platform/warehouse/rows.ts';
import { answerBytesMax } from '../../platform/warehouse/statements.ts';

/** As ClickHouse writes rows: a list with a line for each. */
const textOf = (rows: readonly object[]): string =>
  `[\n${rows.map(row => JSON.stringify(row)).join(',\n')}\n]\n`;

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    number,
    text: `],\n{"a":1}\n] 店 ${'x'.repeat(number % 900)}`,
    list: [[], [number]],
  }));

describe('rows of an answer', () => {
  it('are what its JSON says, however long it is', async () => {
    for (const count of [0, 1, 2, 1_000, 1_171, 20_000]) {
      const rows = rowsOf(count);
      deepEqual(await parseRows(textOf(rows)), rows);
      deepEqual(await parseRows(Buffer.from(textOf(rows))), rows);
    }
    const one = [{ text: 'x'.repeat(5_000_000) }];
    deepEqual(await parseRows(textOf(one)), one);
  });

  it('of a long one are read while others get their turn', async () => {
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    const rows = await parseRows(textOf(rowsOf(40_000)));
    clearInterval(count);
    equal(rows.length, 40_000);
    ok(turns > 5, `${turns} turns`);
  });

  it('are none of an answer that is too long to be read', async () => {
    await rejects(parseRows(Buffer.alloc(answerBytesMax + 1, ' ')), AnswerTooLarge);
  });

  it('are none of an answer that broke off', async () => {
    await rejects(parseRows('[{"a":1},'), Unavailable);
    const whole = textOf(rowsOf(2_000));
    for (const end of ['\n]\n', '"number":1999', ',\n{"number":1999', '}\n]\n']) {
      await rejects(parseRows(whole.slice(0, whole.lastIndexOf(end))), Unavailable);
    }
  });
});
