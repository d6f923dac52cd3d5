import { setImmediate as otherWork } from 'node:timers/promises';
import { AnswerTooLarge, Unavailable } from '../errors.ts';
import { answerBytesMax } from './statements.ts';

/** Of a long answer, what is read before others get their turn. */
const sliceBytes = 512 * 1024;

/** More than what follows the last row: the end of the list and of its line. */
const endBytes = 16;

/** The rows of an answer, which is one JSON array with a row on each line; those of a long one a slice at a time. */
export async function parseRows<Row>(answer: Buffer | string): Promise<Row[]> {
  if (answer.length > answerBytesMax) {
    throw new AnswerTooLarge(
      `expected an answer of at most ${answerBytesMax} bytes, found ${answer.length}`,
    );
  }
  try {
    if (answer.length <= sliceBytes) return JSON.parse(answer.toString()) as Row[];
    return await parseSlices<Row>(answer);
  } catch (cause) {
    throw new Unavailable(`expected a list of rows, found ${answer.length} bytes of no JSON`, {
      cause,
    });
  }
}

/** A line ends only where a row ends: within texts its end is escaped. */
async function parseSlices<Row>(answer: Buffer | string): Promise<Row[]> {
  const rows: Row[] = [];
  if (
    !textOf(answer, answer.length - endBytes, answer.length)
      .trimEnd()
      .endsWith(']')
  ) {
    throw new SyntaxError('expected the end of a list');
  }
  for (let from = 0; from < answer.length; ) {
    const found = answer.indexOf('\n', from + sliceBytes);
    const to = found < 0 ? answer.length : found;
    for (const row of JSON.parse(asList(textOf(answer, from, to))) as Row[]) rows.push(row);
    from = to + 1;
    await otherWork();
  }
  return rows;
}

const textOf = (answer: Buffer | string, from: number, to: number): string =>
  typeof answer === 'string' ? answer.slice(from, to) : answer.toString('utf8', from, to);

/** Lines out of the middle of a list as a list of their own. */
function asList(lines: string): string {
  const text = lines.trim();
  const opened = text.startsWith('[') ? text : `[${text}`;
  if (opened.endsWith(']')) return opened;
  return opened.endsWith(',') ? `${opened.slice(0, -1)}]` : `${opened}]`;
}
