import type { MetricCatalog } from './metric-spec.ts';

/** For request durations in seconds, as the OpenTelemetry conventions recommend. */
const durationBounds = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
] as const;

/** For the round trip of a canary in seconds, up to the limit after which it is lost. */
const roundTripBounds = [0.1, 0.25, 0.5, 1, 1.5, 2.5, 5, 7.5, 10, 15, 20, 30, 45, 60] as const;

const rowsBounds = [1, 10, 100, 1_000, 10_000, 100_000] as const;

const found: readonly [] = [];

/** Every metric of `/metrics`. The dashboard and the rules of `deploy/monitoring` can name no other. */
export const metricCatalog = {
  tidemark_build_info: {
    type: 'gauge',
    help: 'Always 1; the labels have the versions of Tidemark and of Node.',
    labels: { version: found, node_version: found },
  },
  tidemark_ready: {
    type: 'gauge',
    help: 'Whether /readyz answers 200: 1 or 0.',
  },
  tidemark_dependency_up: {
    type: 'gauge',
    help: 'Whether each check of /readyz passes: 1 or 0.',
    labels: { dependency: found },
  },
  tidemark_partitions_halted: {
    type: 'gauge',
    help: 'Partitions that this process stopped processing until it is restarted.',
  },
  tidemark_consumer_lag_records: {
    type: 'gauge',
    help: 'Records of a partition that a consumer group has not processed.',
    labels: { group: found, topic: found, partition: found },
  },
  tidemark_projection_lag_positions: {
    type: 'gauge',
    help: 'Positions of the event store that a projection of this process is behind: events in the embedded one, bytes in KurrentDB.',
    labels: { projection: found },
  },
  tidemark_dead_letters: {
    type: 'gauge',
    help: 'Dead letters that were not redriven, by the topic that they come from.',
    labels: { topic: found },
  },
  tidemark_disk_free_bytes: {
    type: 'gauge',
    help: 'Free space of the file system with the data folder.',
  },
  tidemark_disk_free_limit_bytes: {
    type: 'gauge',
    help: 'Free space below which telemetry and commands are rejected.',
  },
  tidemark_tls_certificate_end_timestamp_seconds: {
    type: 'gauge',
    help: 'When the certificate of the ports ends, in Unix time.',
  },

  tidemark_ingest_spans_total: {
    type: 'counter',
    help: 'Spans by outcome: accepted ones are durable, refused ones were reported to the sender.',
    labels: { outcome: ['accepted', 'refused'] },
  },
  tidemark_ingest_points_total: {
    type: 'counter',
    help: 'Data points by outcome: accepted ones are durable, refused ones were reported to the sender.',
    labels: { outcome: ['accepted', 'refused'] },
  },
  tidemark_ingest_bytes_total: {
    type: 'counter',
    help: 'Bytes of request bodies after decompression.',
  },
  tidemark_ingest_last_accepted_timestamp_seconds: {
    type: 'gauge',
    help: 'When this process last accepted a span or a data point, in Unix time; absent before the first.',
  },
  tidemark_ingest_json_bodies_total: {
    type: 'counter',
    help: 'Bodies in JSON by what transcoded them: compiled, or general at five times the time.',
    labels: { transcoder: ['compiled', 'general'] },
  },
  tidemark_ingest_rejected_requests_total: {
    type: 'counter',
    help: 'Requests rejected with 429 or 503 before their body was read, by what was exceeded.',
    labels: { reason: ['organization', 'process', 'backlog'] },
  },
  tidemark_ingest_waiting_requests: {
    type: 'gauge',
    help: 'Requests that wait for room, their bodies unread.',
  },
  tidemark_ingest_under_way_bytes: {
    type: 'gauge',
    help: 'Bytes of request bodies that were admitted and are not answered yet.',
  },
  tidemark_ingest_under_way_limit_bytes: {
    type: 'gauge',
    help: 'Current limit of tidemark_ingest_under_way_bytes.',
  },
  tidemark_ingest_backlog_bytes: {
    type: 'gauge',
    help: 'Bytes that this process accepted and has not processed yet.',
  },
  tidemark_ingest_backlog_limit_bytes: {
    type: 'gauge',
    help: 'Current limit of tidemark_ingest_backlog_bytes.',
  },

  tidemark_processor_batch_spans: {
    type: 'histogram',
    help: 'Spans of a batch.',
    bounds: rowsBounds,
  },
  tidemark_processor_batch_points: {
    type: 'histogram',
    help: 'Data points of a batch.',
    bounds: rowsBounds,
  },
  tidemark_processor_batch_samples: {
    type: 'histogram',
    help: 'Heartbeats and results of health checks of a batch.',
    bounds: rowsBounds,
  },
  tidemark_processor_dead_letters_total: {
    type: 'counter',
    help: 'Records that the processor could not process, by reason.',
    labels: { reason: found },
  },
  tidemark_processor_resent_spans_total: {
    type: 'counter',
    help: 'Spans that were sent again in another request and did not count.',
  },
  tidemark_processor_series_overflow_total: {
    type: 'counter',
    help: 'Metric series stored without attributes, because their metric reached its daily limit.',
  },
  tidemark_processor_operations_overflow_total: {
    type: 'counter',
    help: 'Operations counted as (other), because a daily limit was reached.',
  },
  tidemark_processor_edges_overflow_total: {
    type: 'counter',
    help: 'Windows of edges of the service map counted as (other), because a daily limit was reached.',
  },

  tidemark_commands_under_way: {
    type: 'gauge',
    help: 'Commands of clients that this process sent and that are not decided.',
  },
  tidemark_commands_waiting: {
    type: 'gauge',
    help: 'Commands of clients that wait to be sent.',
  },
  tidemark_evaluator_lag_seconds: {
    type: 'gauge',
    help: 'How far the time of the evaluator is behind the clock, by partition of windows.',
    labels: { partition: found },
  },
  tidemark_evaluator_evaluations_total: {
    type: 'counter',
    help: 'Evaluations of alert rules, by cause: spans that came (delta), or time.',
    labels: { cause: ['delta', 'time'] },
  },
  tidemark_delivery_attempts_total: {
    type: 'counter',
    help: 'Attempts to deliver, by the way and the outcome: retrying ones are repeated, failed ones are not.',
    labels: {
      via: ['mail', 'channel', 'webhook'],
      outcome: ['delivered', 'retrying', 'failed'],
    },
  },
  tidemark_health_check_requests_total: {
    type: 'counter',
    help: 'Requests of health checks, by outcome.',
    labels: { outcome: ['passed', 'degraded', 'failed', 'skipped'] },
  },
  tidemark_metering_runs_total: {
    type: 'counter',
    help: 'Metering runs for quotas, by outcome.',
    labels: { outcome: ['done', 'failed'] },
  },
  tidemark_payment_runs_total: {
    type: 'counter',
    help: 'Looks at what organizations pay for, by outcome.',
    labels: { outcome: ['done', 'failed'] },
  },
  tidemark_payment_last_run_timestamp_seconds: {
    type: 'gauge',
    help: 'When this process last ended a look at what organizations pay for, in Unix time; absent before the first.',
  },
  tidemark_payment_calls_total: {
    type: 'counter',
    help: 'Requests of these looks to the payment provider, by what is asked and outcome; failed ones are repeated.',
    labels: { call: ['read', 'report'], outcome: ['done', 'failed'] },
  },
  tidemark_canary_round_trip_seconds: {
    type: 'histogram',
    help: 'Time from the sending of a canary trace until all of it could be read.',
    bounds: roundTripBounds,
  },
  tidemark_canary_traces_total: {
    type: 'counter',
    help: 'Canary traces by outcome; late ones were lost before they could be read, doubled ones have a span twice.',
    labels: { outcome: ['sent', 'unsent', 'returned', 'lost', 'late', 'doubled'] },
  },
  tidemark_canary_last_returned_timestamp_seconds: {
    type: 'gauge',
    help: 'When all of a canary trace could last be read, in Unix time; absent before the first.',
  },
  tidemark_deadman_calls_total: {
    type: 'counter',
    help: 'Calls of TIDEMARK_DEADMAN_URL, by outcome.',
    labels: { outcome: ['done', 'failed'] },
  },

  tidemark_http_refused_total: {
    type: 'counter',
    help: 'Rejected requests, by the code of the response.',
    labels: { code: found },
  },
  tidemark_http_bodies_bytes: {
    type: 'gauge',
    help: 'Bytes of request bodies held in memory.',
  },
  tidemark_http_answers_bytes: {
    type: 'gauge',
    help: 'Bytes of large responses held in memory until they are written.',
  },
  http_server_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the request headers to the response.',
    labels: { http_request_method: found, http_route: found, http_response_status_code: found },
    bounds: durationBounds,
  },
  http_server_active_requests: {
    type: 'gauge',
    help: 'Requests in progress.',
  },

  nodejs_eventloop_delay_seconds: {
    type: 'gauge',
    help: 'Delay of the event loop over one to two minutes.',
    labels: { statistic: ['p50', 'p99', 'max'] },
  },
  process_memory_usage_bytes: {
    type: 'gauge',
    help: 'Resident memory of the process.',
  },
  process_cpu_seconds_total: {
    type: 'counter',
    help: 'Processor time of the process, of all its threads.',
  },
  process_start_time_seconds: {
    type: 'gauge',
    help: 'When the process started, in Unix time.',
  },
} as const satisfies MetricCatalog;
