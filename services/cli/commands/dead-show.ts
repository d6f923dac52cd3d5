import { withoutMarks } from '../../../schemas/exact-json.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callAdminApi, type OperatorOptions } from '../operator.ts';
import { parseResponse } from '../responses.ts';
import { count, table } from '../table.ts';

type Detail = ResponseOf<'adminDeadShow'>;

/** `tidemark dead show` */
export async function showDead(
  id: string,
  options: OperatorOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const path = `/admin/dead/${encodeURIComponent(id)}`;
  const asked = { method: 'GET', path } as const;
  const { body } = await callAdminApi(asked, options, context, `Reading ${id}`);
  const letter = parseResponse('adminDeadShow', body);
  terminal.record(letter);
  for (const line of [...table(factsOf(letter)), '', ...headersOf(letter), ...bodyOf(letter)]) {
    terminal.say(line);
  }
}

function factsOf(letter: Detail): readonly (readonly string[])[] {
  const { topic, partition, offset, kept, redriven_at: times } = letter;
  return [
    ['from', `${topic}, partition ${partition}, offset ${offset}`],
    ['organization', letter.organization_id ?? '–'],
    ['received', letter.received_at ?? '–'],
    ['buried', `${letter.dead_at} on ${kept.topic}/${kept.partition}/${kept.offset}`],
    ['reason', letter.reason],
    ['error', letter.error.split('\n', 1)[0] ?? ''],
    ['sent again', times.length === 0 ? 'never' : `${times.length} × (${times.join(', ')})`],
  ];
}

const headersOf = ({ headers }: Detail): readonly string[] => [
  'headers',
  ...table(Object.entries(headers).map(([name, value]) => [`  ${name}`, value])),
  '',
];

function bodyOf({ body }: Detail): readonly string[] {
  const { kind, bytes, content, problem } = body;
  const shown = kind === 'hex' ? dumpLines(String(content)) : jsonLines(content);
  return [
    `body: ${count(bytes)} bytes, ${kindWords[kind]}`,
    ...(kind === 'missing' ? [] : shown),
    ...(problem === null ? [] : [`(${problem})`]),
  ];
}

const kindWords = {
  otlp: 'as OTLP',
  json: 'as JSON',
  hex: 'that cannot be decoded',
  missing: 'missing',
} as const satisfies Record<Detail['body']['kind'], string>;

const jsonLines = (content: unknown): readonly string[] =>
  withoutMarks(JSON.stringify(content, null, 2)).split('\n');

const lineBytes = 16;

/** Sixteen bytes a line, and beside them what of them is ASCII. */
function dumpLines(hex: string): readonly string[] {
  const bytes = Buffer.from(hex, 'hex');
  return Array.from({ length: Math.ceil(bytes.length / lineBytes) }, (_, line) => {
    const part = bytes.subarray(line * lineBytes, (line + 1) * lineBytes);
    const digits = Array.from(part, byte => byte.toString(16).padStart(2, '0')).join(' ');
    const text = part.toString('latin1').replaceAll(/[^\x20-\x7e]/gu, '.');
    const at = (line * lineBytes).toString(16).padStart(4, '0');
    return `${at}  ${digits.padEnd(lineBytes * 3)} ${text}`;
  });
}
