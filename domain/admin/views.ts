/**
 * What `tidemark sql` reads: the tables of the warehouse without bookkeeping, in units that people
 * use. Add views and columns; never change the meaning of one.
 */
export type View = {
  readonly table: string;
  /** One sentence: what a row is. */
  readonly row: string;
  /** Parts of the table are merged while they are read, so that nothing counts twice. */
  readonly merged?: true;
  readonly groupBy?: string;
  readonly columns: Readonly<Record<string, Column>>;
};

/** An expression over the table, whose name is `t`, and what it means. */
type Column = readonly [sql: string, meaning: string];

const hexId = (name: string): string => `lower(leftPad(hex(t.${name}), 16, '0'))`;
const trace = "lower(replaceAll(toString(t.trace_id), '-', ''))";
const word = (name: string, ...words: readonly string[]): string =>
  `arrayElement([${words.map(text => `'${text}'`).join(', ')}], t.${name} + 1)`;
const milliseconds = 't.duration / 1e6';
/** Names are cast, so that a limit of bytes counts each as often as it is in the answer. */
const attributes = (name: string): string =>
  `mapFromArrays(CAST(t.\`${name}.key\`, 'Array(String)'), t.\`${name}.value\`)`;

/** Of several rows of a minute the one with the highest place counts. */
const judged = (name: string): string => `argMax(t.${name}, t.place)`;
const judgedOrNull = (name: string): string => `if(isNaN(${judged(name)}), NULL, ${judged(name)})`;

const organization: Column = ['t.organization', 'whose it is'];
const service: Column = ['t.service', 'service.name'];
const traceId: Column = [trace, '32 hexadecimal digits'];
const spanId: Column = [hexId('span_id'), '16 hexadecimal digits'];

const windowColumns = {
  organization,
  service,
  operation: ['t.operation', 'name of the spans, numbers and ids replaced by {id}'],
  time: ['t.time', 'when it begins; a span is in the window in which it ended'],
  is_request: ['t.entry', 'spans of kind server or consumer, or without a parent'],
  known: ['t.known', 'when it was learned'],
  spans: ['t.n', 'how many'],
  errors: ['t.errors', 'how many of them failed'],
  histogram: ['t.hist', 'counts of durations by bucket; add up with sumMap'],
} as const satisfies View['columns'];

const edgeColumns = {
  organization,
  caller: ['t.caller', "a service; '' while the caller is not known"],
  callee_type: [
    't.callee_type',
    "service, database, queue or external; '' while the callee is not known",
  ],
  callee: ['t.callee', 'a service, or what its callers name'],
  time: ['t.time', 'when it begins; a call is in the window in which its measured span ended'],
  known: ['t.known', 'when it was learned'],
  calls: ['t.n', 'how many; negative for calls that turned out to be others'],
  errors: ['t.errors', 'how many of them failed'],
  caller_errors: ['t.caller_errors', 'calls whose caller failed'],
  histogram: ['t.hist', 'counts of durations by bucket; add up with sumMap'],
} as const satisfies View['columns'];

export const views = {
  spans: {
    table: 'spans',
    row: 'A span.',
    columns: {
      organization,
      bucket: [
        't.bucket',
        'the five minutes in which it ended; a condition on it makes reads quick',
      ],
      trace_id: traceId,
      span_id: spanId,
      parent_span_id: [`if(t.parent_span_id = 0, '', ${hexId('parent_span_id')})`, "'' for a root"],
      service,
      name: ['t.name', 'as it was sent'],
      kind: [
        word('kind', 'UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'),
        'SERVER, CLIENT, INTERNAL, PRODUCER, CONSUMER or UNSPECIFIED',
      ],
      start: ['t.start', 'to the nanosecond'],
      duration_ms: [milliseconds, ''],
      status: [word('status', 'UNSET', 'OK', 'ERROR'), 'UNSET, OK or ERROR'],
      status_message: ['t.status_message', ''],
      http_status: ['t.http_status', '0 when there is none'],
      attributes: [attributes('attributes'), 'values as text'],
      event_names: ['t.`events.name`', 'in the order in which they were sent'],
      resource: [hexId('resource'), 'fingerprint of its resource'],
      received_at: ['t.received_at', ''],
    },
  },
  resources: {
    table: 'resources',
    row: 'A resource with an instrumentation scope.',
    merged: true,
    columns: {
      organization,
      fingerprint: [hexId('fingerprint'), 'what spans and metric_points call resource'],
      attributes: [attributes('attributes'), 'of the resource'],
      scope_name: ['t.scope_name', ''],
      scope_version: ['t.scope_version', ''],
    },
  },
  traces: {
    table: 'traces',
    row: 'A trace, as far as its spans came.',
    groupBy: 't.organization, t.trace_id',
    columns: {
      organization,
      trace_id: traceId,
      start: ['min(t.first_start)', 'of the first span'],
      duration_ms: [
        '(toUnixTimestamp64Nano(max(t.last_end)) - toUnixTimestamp64Nano(min(t.first_start))) / 1e6',
        'to the end of the last span',
      ],
      spans: ['sum(t.spans)', 'how many'],
      errors: ['sum(t.errors)', 'how many of them failed'],
      root_service: ['max(t.root_service)', "'' while the root is missing"],
      root_name: ['max(t.root_name)', "'' while the root is missing"],
      services: ['groupUniqArrayArray(t.services)', 'all that took part'],
    },
  },
  windows: {
    table: 'windows',
    row: 'Ten seconds of an operation of a service.',
    merged: true,
    columns: windowColumns,
  },
  windows_1h: {
    table: 'windows_1h',
    row: 'An hour of an operation of a service.',
    merged: true,
    columns: windowColumns,
  },
  edges: {
    table: 'edges',
    row: 'Ten seconds of an edge of the service map.',
    merged: true,
    columns: edgeColumns,
  },
  edges_1h: {
    table: 'edges_1h',
    row: 'An hour of an edge of the service map.',
    merged: true,
    columns: edgeColumns,
  },
  errors: {
    table: 'errors',
    row: 'A span with an error.',
    columns: {
      organization,
      service,
      time: ['t.time', 'when it ended'],
      trace_id: traceId,
      span_id: spanId,
      operation: ['t.operation', 'name of the span as it was sent'],
      duration_ms: [milliseconds, ''],
      type: ['t.type', ''],
      message: ['t.message', ''],
      stack: ['t.stack', ''],
    },
  },
  metric_points: {
    table: 'metric_points',
    row: 'A data point as it was sent.',
    columns: {
      organization,
      service,
      metric: ['t.metric', 'its name'],
      series: [hexId('series'), 'hash of resource and attributes'],
      time: ['t.time', 'to the nanosecond'],
      type: [
        word('type', 'none', 'gauge', 'sum', 'histogram', 'exponential_histogram', 'summary'),
        'gauge, sum, histogram, exponential_histogram or summary',
      ],
      temporality: [word('temporality', 'unspecified', 'delta', 'cumulative'), ''],
      is_monotonic: ['t.is_monotonic', ''],
      unit: ['t.unit', ''],
      attributes: [attributes('attributes'), 'values as text'],
      is_other: ['t.is_other', 'past the limit of series, so without attributes'],
      resource: [hexId('resource'), 'fingerprint of its resource'],
      value: ['if(t.value_type = 1, toFloat64(t.int_value), t.double_value)', 'of gauges and sums'],
      count: ['t.count', 'of histograms and summaries, as all that follow'],
      sum: ['t.sum', ''],
      min: ['t.min', ''],
      max: ['t.max', ''],
      bounds: ['t.bounds', 'of a histogram'],
      counts: ['t.counts', 'of a histogram, one more than bounds'],
      received_at: ['t.received_at', ''],
    },
  },
  samples: {
    table: 'samples',
    row: 'A heartbeat, a missed heartbeat, the result of a health check, a delivery attempt, a capture of a breakpoint, a chunk of a recorded session, or a source map that was received.',
    columns: {
      organization,
      subject: [
        't.subject',
        'id of the check, webhook, channel, breakpoint or source map, or a hash of a recorded session',
      ],
      time: ['t.time', 'when it was due, or when it was received'],
      kind: ['t.kind', 'heartbeat, missed, check, delivery, capture, replay or source_map'],
      outcome: ['t.outcome', 'passed, degraded, failed or skipped'],
      duration_ms: ['t.duration', 'of the request'],
      http_status: ['t.http_status', '0 when there is none'],
      error: ['t.error', 'why it failed'],
      recorded_at: ['t.recorded_at', 'when it was on the topic'],
    },
  },
  anomaly_scores: {
    table: 'anomaly_scores',
    row: 'A minute of a metric of a service, as the anomaly detector judged it last.',
    groupBy: 't.organization, t.service, t.metric, t.minute',
    columns: {
      organization,
      service,
      metric: ['t.metric', 'latency_p95, error_rate or throughput'],
      minute: ['t.minute', 'when it begins'],
      value: [judged('observed'), 'in ms, percent or requests'],
      expected: [judgedOrNull('expected'), 'median of its history; NULL while it is learned'],
      spread: [judgedOrNull('spread'), 'how far the band reaches to both sides; NULL likewise'],
      score: [
        judgedOrNull('score'),
        'distance from what was expected, 1 is the edge of the band; NULL likewise',
      ],
      state: [judged('state'), 'learning, inside, outside or anomaly'],
    },
  },
  requests: {
    table: 'requests',
    row: 'An accepted request; also, what samples of a kind stored in a second.',
    columns: {
      organization,
      hash: ['t.hash', 'of its content: the same for a repeat'],
      topic: ['t.topic', 'spans, metrics or samples'],
      kind: ['t.kind', 'what was stored, as in `usage.bytes_by_kind` of the subscription'],
      partition: ['t.partition', 'where it lies on the topic'],
      offset: ['t.offset', ''],
      received_at: ['t.received_at', ''],
      spans: ['t.spans', 'accepted'],
      points: ['t.points', 'accepted'],
      refused: ['t.refused', 'spans or points'],
      reason: ['t.reason', 'of the first refusal'],
      bytes: ['t.bytes', 'of requests as they were sent, of samples as they are stored'],
      client: ['t.client', 'User-Agent'],
    },
  },
  parked: {
    table: 'parked',
    row: 'A request over a quota that was parked; it counts once `requests` has its hash.',
    columns: {
      organization,
      hash: ['t.hash', 'of its content: the same for a repeat'],
      topic: ['t.topic', 'spans or metrics'],
      partition: ['t.partition', 'where it lies on the topic'],
      offset: ['t.offset', ''],
      received_at: ['t.received_at', 'when it was parked'],
      spans: ['t.spans', 'accepted'],
      points: ['t.points', 'accepted'],
      bytes: ['t.bytes', 'of the request as it was sent'],
    },
  },
  usage: {
    table: 'usage',
    row: 'A trace in a month of receipt.',
    merged: true,
    columns: {
      organization,
      month: ['t.month', 'its first day'],
      trace_id: traceId,
    },
  },
} as const satisfies Readonly<Record<string, View>>;

export const viewNames: readonly string[] = Object.keys(views);
