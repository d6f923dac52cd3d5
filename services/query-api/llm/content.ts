import { attributesToJson, attributeTextToJson } from '../../../platform/otlp/attributes.ts';
import { mapInTurns, turnOf } from '../bounds/in-turns.ts';
import { type Content, type Message, messagesOf } from '../core/llm/messages.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import type { OfOrganization } from '../windows/window-rows.ts';
import { llmLimits } from './config.ts';
import { contentColumns } from './content-sql.ts';

type Attribute = readonly [key: string, type: number, text: string, isCut: number];
type Event = readonly [name: string, text: string, isCut: number];

type Row = {
  readonly trace: string;
  readonly span: string;
  readonly given: readonly Attribute[];
  readonly gave: readonly Attribute[];
  readonly told: readonly Event[];
};

type SpanOf = { readonly trace: string; readonly span: string };

type Asked = { readonly parameters: OfOrganization; readonly known: string };

/** The messages of some spans of a range, by the key of each. */
export async function readMessages(
  spans: readonly SpanOf[],
  { parameters, known }: Asked,
  reading: QueryContext,
): Promise<ReadonlyMap<string, readonly Message[]>> {
  if (spans.length === 0) return new Map();
  const rows = await readRows<Row>(
    {
      sql: `SELECT ${contentColumns} FROM spans
            PREWHERE organization = {organization:UUID} AND bucket >= toDateTime({bucket:UInt32}, 'UTC')
              AND bucket < toDateTime({to:UInt32}, 'UTC') ${known}
              AND trace_id IN {traces:Array(UUID)} AND span_id IN {spans:Array(UInt64)}
            LIMIT 1 BY trace_id, span_id`,
      parameters: {
        ...parameters,
        traces: [...new Set(spans.map(({ trace }) => trace))],
        spans: [...new Set(spans.map(({ span }) => BigInt(span)))],
      },
    },
    reading,
  );
  const { organization } = parameters;
  const read = await mapInTurns(
    rows,
    row => [spanKey(row), messagesOf(contentsOf(row), llmLimits)] as const,
    turnOf(organization, reading.signal),
  );
  return new Map(read);
}

export const spanKey = ({ trace, span }: SpanOf): string => `${trace} ${span}`;

const contentsOf = ({ given, gave, told }: Row): Content[] => [
  ...given.flatMap(contentOf),
  ...told.flatMap(([name, text, isCut]) =>
    isCut === 1 ? [] : [{ name, text: JSON.stringify(attributeTextToJson(text)), isCut: false }],
  ),
  ...gave.flatMap(contentOf),
];

const textType = 0;

/** Values that are no texts are JSON of OTLP, which has no end that could be read without its begin. */
function contentOf([name, type, text, isCut]: Attribute): Content[] {
  if (type === textType) return [{ name, text, isCut: isCut === 1 }];
  if (isCut === 1) return [];
  const value = attributesToJson([name], [type], [text])[name] ?? null;
  return [{ name, text: typeof value === 'string' ? value : JSON.stringify(value), isCut: false }];
}
