import { adminLimits } from '../../../services/admin/config.ts';
import { by, increase, type Label, rate, selectorsOf } from './promql.ts';

export type Query = {
  readonly expr: string /** `{{label}}` stands for its value. */;
  readonly legend: string;
};

export type Panel = {
  readonly title: string;
  /** Of Grafana. */
  readonly unit: 'short' | 'bytes' | 's' | 'ops' | 'percentunit' | 'Bps' | 'dateTimeAsIso';
  readonly queries: readonly Query[];
  /** `stat` shows the last values, in red from here on, or below. */
  readonly stat?: { readonly red: number; readonly is: 'from' | 'below' };
};

export type Row = { readonly title: string; readonly panels: readonly Panel[] };

const { series, histogram, up } = selectorsOf({
  job: ['=~', '$job'],
  instance: ['=~', '$instance'],
});

/** Long enough for two scrapes, whichever range is shown. */
const range = '$__rate_interval';

const query = (expr: string, legend: string): Query => ({ expr, legend });

type Durations = Parameters<typeof histogram<'http_server_request_duration_seconds'>>[2];

const duration = (part: 'bucket' | 'count', where?: Durations): string =>
  rate(histogram('http_server_request_duration_seconds', part, where), range);

const quantile = (share: number, labels: readonly Label[], buckets: string): string =>
  `histogram_quantile(${share}, ${by('sum', ['le', ...labels], buckets)})`;

const reads: Durations = { http_request_method: 'GET', http_route: ['=~', '/(v1|api)/.*'] };

const isHealthy: Row = {
  title: 'Is it healthy?',
  panels: [
    {
      title: 'Processes down',
      unit: 'short',
      stat: { red: 1, is: 'from' },
      queries: [query(`count(${up} == 0) or vector(0)`, 'down')],
    },
    {
      title: 'Processes not ready',
      unit: 'short',
      stat: { red: 1, is: 'from' },
      queries: [query(`count(${series('tidemark_ready')} == 0) or vector(0)`, 'not ready')],
    },
    {
      title: 'Dependencies',
      unit: 'short',
      stat: { red: 1, is: 'below' },
      queries: [
        query(by('min', ['dependency'], series('tidemark_dependency_up')), '{{dependency}}'),
      ],
    },
    {
      title: 'Largest consumer lag',
      unit: 'short',
      stat: { red: adminLimits.consumerLagMax, is: 'from' },
      queries: [query(by('max', ['group'], series('tidemark_consumer_lag_records')), '{{group}}')],
    },
    {
      title: 'Dead letters',
      unit: 'short',
      stat: { red: 1, is: 'from' },
      queries: [
        query(by('sum', [], by('max', ['topic'], series('tidemark_dead_letters'))), 'waiting'),
      ],
    },
    {
      title: 'Rejected requests',
      unit: 'ops',
      stat: { red: 1, is: 'from' },
      queries: [
        query(
          by('sum', ['reason'], rate(series('tidemark_ingest_rejected_requests_total'), range)),
          '{{reason}}',
        ),
      ],
    },
  ],
};

const ingest: Row = {
  title: 'Ingest',
  panels: [
    {
      title: 'Spans and data points',
      unit: 'ops',
      queries: [
        query(
          by('sum', ['outcome'], rate(series('tidemark_ingest_spans_total'), range)),
          'spans {{outcome}}',
        ),
        query(
          by('sum', ['outcome'], rate(series('tidemark_ingest_points_total'), range)),
          'data points {{outcome}}',
        ),
      ],
    },
    {
      title: 'Bodies',
      unit: 'Bps',
      queries: [
        query(
          by('sum', ['instance'], rate(series('tidemark_ingest_bytes_total'), range)),
          '{{instance}}',
        ),
      ],
    },
    {
      title: 'Bodies in JSON by transcoder',
      unit: 'ops',
      queries: [
        query(
          by('sum', ['transcoder'], rate(series('tidemark_ingest_json_bodies_total'), range)),
          '{{transcoder}}',
        ),
      ],
    },
    {
      title: 'Admitted and waiting for the processor',
      unit: 'bytes',
      queries: [
        query(by('sum', [], series('tidemark_ingest_under_way_bytes')), 'under way'),
        query(by('sum', [], series('tidemark_ingest_under_way_limit_bytes')), 'limit'),
        query(by('sum', [], series('tidemark_ingest_backlog_bytes')), 'backlog'),
        query(by('sum', [], series('tidemark_ingest_backlog_limit_bytes')), 'limit of the backlog'),
      ],
    },
    {
      title: 'Last data accepted',
      unit: 's',
      queries: [
        query(
          `time() - ${by('max', [], series('tidemark_ingest_last_accepted_timestamp_seconds'))}`,
          'ago',
        ),
      ],
    },
  ],
};

const processing: Row = {
  title: 'Processing',
  panels: [
    {
      title: 'Consumer lag',
      unit: 'short',
      queries: [
        query(
          by('max', ['group', 'topic', 'partition'], series('tidemark_consumer_lag_records')),
          '{{group}} {{topic}}/{{partition}}',
        ),
      ],
    },
    {
      title: 'Rows written',
      unit: 'ops',
      queries: [
        query(
          by('sum', [], rate(histogram('tidemark_processor_batch_spans', 'sum'), range)),
          'spans',
        ),
        query(
          by('sum', [], rate(histogram('tidemark_processor_batch_points', 'sum'), range)),
          'data points',
        ),
        query(
          by('sum', [], rate(histogram('tidemark_processor_batch_samples', 'sum'), range)),
          'samples',
        ),
      ],
    },
    {
      title: 'Projection lag',
      unit: 'short',
      queries: [
        query(
          by('max', ['instance', 'projection'], series('tidemark_projection_lag_positions')),
          '{{instance}} {{projection}}',
        ),
      ],
    },
    {
      title: 'Put aside, sent again, beyond a daily limit',
      unit: 'short',
      queries: [
        query(
          by('sum', ['reason'], increase(series('tidemark_processor_dead_letters_total'), range)),
          'dead letters: {{reason}}',
        ),
        query(
          by('sum', [], increase(series('tidemark_processor_resent_spans_total'), range)),
          'resent',
        ),
        query(
          by('sum', [], increase(series('tidemark_processor_series_overflow_total'), range)),
          'series',
        ),
        query(
          by('sum', [], increase(series('tidemark_processor_operations_overflow_total'), range)),
          'operations',
        ),
        query(
          by('sum', [], increase(series('tidemark_processor_edges_overflow_total'), range)),
          'edges',
        ),
      ],
    },
  ],
};

const reading: Row = {
  title: 'Requests',
  panels: [
    ...([0.5, 0.95, 0.99] as const).map(
      (share): Panel => ({
        title: `Reads: p${share * 100} by route`,
        unit: 's',
        queries: [
          query(quantile(share, ['http_route'], duration('bucket', reads)), '{{http_route}}'),
        ],
      }),
    ),
    {
      title: 'Requests by status',
      unit: 'ops',
      queries: [
        query(
          by('sum', ['http_response_status_code'], duration('count')),
          '{{http_response_status_code}}',
        ),
      ],
    },
    {
      title: 'Rejections by code',
      unit: 'ops',
      queries: [
        query(by('sum', ['code'], rate(series('tidemark_http_refused_total'), range)), '{{code}}'),
      ],
    },
    {
      title: 'Requests and commands in progress',
      unit: 'short',
      queries: [
        query(
          by('sum', ['instance'], series('http_server_active_requests')),
          'requests {{instance}}',
        ),
        query(by('sum', [], series('tidemark_ingest_waiting_requests')), 'waiting for room'),
        query(by('sum', [], series('tidemark_commands_under_way')), 'commands'),
        query(by('sum', [], series('tidemark_commands_waiting')), 'commands waiting'),
      ],
    },
  ],
};

const alerting: Row = {
  title: 'Alerts and deliveries',
  panels: [
    {
      title: 'Time of the evaluator behind the clock',
      unit: 's',
      queries: [
        query(
          by('max', ['partition'], series('tidemark_evaluator_lag_seconds')),
          'partition {{partition}}',
        ),
      ],
    },
    {
      title: 'Evaluations of alert rules',
      unit: 'ops',
      queries: [
        query(
          by('sum', ['cause'], rate(series('tidemark_evaluator_evaluations_total'), range)),
          '{{cause}}',
        ),
      ],
    },
    {
      title: 'Attempts to deliver',
      unit: 'short',
      queries: [
        query(
          by(
            'sum',
            ['via', 'outcome'],
            increase(series('tidemark_delivery_attempts_total'), range),
          ),
          '{{via}} {{outcome}}',
        ),
      ],
    },
    {
      title: 'Health checks and metering',
      unit: 'short',
      queries: [
        query(
          by('sum', ['outcome'], increase(series('tidemark_health_check_requests_total'), range)),
          'checks {{outcome}}',
        ),
        query(
          by('sum', ['outcome'], increase(series('tidemark_metering_runs_total'), range)),
          'metering {{outcome}}',
        ),
      ],
    },
  ],
};

const payments: Row = {
  title: 'Payments',
  panels: [
    {
      title: 'Looks at payments, and requests to the provider',
      unit: 'short',
      queries: [
        query(
          by('sum', ['outcome'], increase(series('tidemark_payment_runs_total'), range)),
          'looks {{outcome}}',
        ),
        query(
          by('sum', ['call', 'outcome'], increase(series('tidemark_payment_calls_total'), range)),
          '{{call}} {{outcome}}',
        ),
      ],
    },
    {
      title: 'Last look at payments',
      unit: 's',
      queries: [
        query(
          `time() - ${by('max', [], series('tidemark_payment_last_run_timestamp_seconds'))}`,
          'ago',
        ),
      ],
    },
  ],
};

/** Empty where there is no canary. */
const canary: Row = {
  title: 'Canary',
  panels: [
    {
      title: 'Round trip of a canary trace',
      unit: 's',
      queries: ([0.5, 0.99] as const).map(share =>
        query(
          quantile(
            share,
            [],
            rate(histogram('tidemark_canary_round_trip_seconds', 'bucket'), range),
          ),
          `p${share * 100}`,
        ),
      ),
    },
    {
      title: "Canary traces and calls of the dead man's switch",
      unit: 'short',
      queries: [
        query(
          by('sum', ['outcome'], increase(series('tidemark_canary_traces_total'), range)),
          'traces {{outcome}}',
        ),
        query(
          by('sum', ['outcome'], increase(series('tidemark_deadman_calls_total'), range)),
          'calls {{outcome}}',
        ),
      ],
    },
    {
      title: 'Last canary trace that came back',
      unit: 's',
      queries: [
        query(
          `time() - ${by('max', [], series('tidemark_canary_last_returned_timestamp_seconds'))}`,
          'ago',
        ),
      ],
    },
  ],
};

const process: Row = {
  title: 'Process and disk',
  panels: [
    {
      title: 'Delay of the event loop',
      unit: 's',
      queries: (['p99', 'max'] as const).map(statistic =>
        query(series('nodejs_eventloop_delay_seconds', { statistic }), `{{instance}} ${statistic}`),
      ),
    },
    {
      title: 'Memory',
      unit: 'bytes',
      queries: [
        query(series('process_memory_usage_bytes'), '{{instance}}'),
        query(by('sum', [], series('tidemark_http_bodies_bytes')), 'request bodies'),
        query(by('sum', [], series('tidemark_http_answers_bytes')), 'large responses'),
      ],
    },
    {
      title: 'Processor time',
      unit: 'percentunit',
      queries: [query(rate(series('process_cpu_seconds_total'), range), '{{instance}}')],
    },
    {
      title: 'Free disk space',
      unit: 'bytes',
      queries: [
        query(series('tidemark_disk_free_bytes'), '{{instance}}'),
        query(series('tidemark_disk_free_limit_bytes'), '{{instance}} limit'),
      ],
    },
    {
      title: 'Versions',
      unit: 'short',
      queries: [
        query(
          `count by (version, node_version) (${series('tidemark_build_info')})`,
          '{{version}} on Node {{node_version}}',
        ),
      ],
    },
    {
      title: 'Time since the start',
      unit: 's',
      queries: [query(`time() - ${series('process_start_time_seconds')}`, '{{instance}}')],
    },
  ],
};

export const rows: readonly Row[] = [
  isHealthy,
  ingest,
  processing,
  reading,
  alerting,
  payments,
  canary,
  process,
];
