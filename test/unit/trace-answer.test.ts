import { equal, ok } from 'node:assert/strict';
import { mcpLimits } from '../../services/query-api/mcp/config.ts';
import { shortSpan } from '../../services/query-api/mcp/short-span.ts';
import { writeTrace } from '../../services/query-api/traces/trace-answer.ts';
import type { ReadSpan } from '../../services/query-api/traces/trace-spans.ts';

const spans = 2_559;
const trace = {
  id: '0af76519-16cd-43dd-8448-eb211c80319c',
  spans: String(spans),
  errors: '2',
  first: '1700000000000000000',
  last: '1700000001000000000',
  root_service: 'checkout',
  root_name: 'POST /orders',
  root_status: 0,
  service: 'checkout',
};

const row = (number: number): ReadSpan => ({
  trace_id: trace.id,
  span_id: String(number + 1),
  parent_span_id: '0',
  service: 'checkout',
  name: `SELECT ${number}`,
  kind: 3,
  start: '2023-11-14 22:13:20.000000000',
  duration: '1000000',
  status: number % 1_200 === 1_199 ? 2 : 0,
  status_message: '',
  trace_state: '',
  flags: 0,
  resource: 'none',
  keys: ['db.system', 'db.statement'],
  types: [1, 1],
  values: ['postgresql', `SELECT * FROM orders WHERE id = ${number}`],
  dropped_attributes: 0,
  event_times: [],
  event_names: [],
  event_attributes: [],
  event_dropped: [],
  dropped_events: 0,
  link_traces: [],
  link_spans: [],
  link_states: [],
  link_flags: [],
  link_attributes: [],
  link_dropped: [],
  dropped_links: 0,
});

const rows = Array.from({ length: spans }, (_, number) => row(number));

type Answer = {
  readonly spans: readonly { readonly span_id: string; readonly status_code: string }[];
  readonly truncated?: { readonly spans: number; readonly reason: string };
};

describe('a long trace for a model', () => {
  const bytesMax = mcpLimits.traceBytesMax;
  let bytes = 0;
  let answer: Answer;
  before(async () => {
    const form = { bytesMax, ofSpan: shortSpan, keepsFailed: true };
    const written = await writeTrace({ rows, spans, trace, resources: new Map() }, form);
    bytes = written.length;
    answer = JSON.parse(written.toString()) as Answer;
  });

  it('takes the bytes that it states, measured after spans were shortened', () => {
    ok(bytes <= bytesMax && bytes > bytesMax * 0.98, `${bytes} of ${bytesMax}`);
    ok(answer.truncated?.reason.includes(`${bytesMax} bytes`));
    equal(answer.spans.length + (answer.truncated?.spans ?? 0), spans);
  });

  it('keeps every span that failed, in the order of starts', () => {
    equal(answer.spans.filter(({ status_code }) => status_code === 'ERROR').length, 2);
    const ids = answer.spans.map(({ span_id }) => Number.parseInt(span_id, 16));
    ok(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0)));
  });

  it('is the first spans alone for others', async () => {
    const whole = await writeTrace({ rows, spans, trace, resources: new Map() }, { bytesMax });
    const { spans: first } = JSON.parse(whole.toString()) as Answer;
    ok(first.length < answer.spans.length);
    equal(first.at(-1)?.span_id, first.length.toString(16).padStart(16, '0'));
  });
});
