import { lateTickMs } from '../../../schemas/alerts/evidence.ts';
import type { DependencyName } from '../../../schemas/probes/dependency-names.ts';
import { adminLimits } from '../../../services/admin/config.ts';
import { payments } from './payment-rules.ts';
import { by, increase, least, rate } from './promql.ts';
import { type Rule, scraped } from './rule.ts';

const { series, histogram, up } = scraped;

/** Checks that rules of their own watch. */
const ownRules: readonly DependencyName[] = [
  'disk',
  'processor',
  'alert-evaluation',
  'health-monitoring',
];

const partition = ['group', 'topic', 'partition'] as const;
const lag = series('tidemark_consumer_lag_records');
const lateSeconds = lateTickMs / 1_000;
const dayS = 86_400;

const telemetry = histogram('http_server_request_duration_seconds', 'count', {
  http_request_method: 'POST',
  http_route: ['=~', '/v1/traces|/v1/metrics|/opentelemetry.*'],
});

/** More attempts fail than succeed, and more than a few. */
const mostAttemptsFail = (via: 'mail' | readonly ['=~', string], few: number): string => {
  const attempts = (outcome: string | readonly ['!=', string]): string =>
    by(
      'sum',
      ['via'],
      increase(series('tidemark_delivery_attempts_total', { via, outcome }), '30m'),
    );
  const failed = attempts(['!=', 'delivered']);
  return `${failed} > ${attempts('delivered')} and ${failed} > ${few}`;
};

const processes: readonly Rule[] = [
  {
    alert: 'TidemarkInstanceDown',
    expr: `${up} == 0`,
    for: '2m',
    severity: 'critical',
    summary: '{{ $labels.instance }} cannot be scraped',
    description:
      'The process is down, or the network between is. Read the last lines of its log; restart it if its supervisor does not. Nothing that was acknowledged is lost.',
    section: 'Shutdown and crashes',
  },
  {
    alert: 'TidemarkRestarts',
    expr: `changes(${series('process_start_time_seconds')}[30m]) > 2`,
    for: '0m',
    severity: 'critical',
    summary: '{{ $labels.instance }} restarts again and again',
    description:
      'The process started at least three times in half an hour. The last line of its log before each start gives the reason.',
    section: 'Shutdown and crashes',
  },
  {
    alert: 'TidemarkDependencyDown',
    expr: `${series('tidemark_dependency_up', { dependency: ['!~', ownRules.join('|')] })} == 0`,
    for: '2m',
    severity: 'critical',
    summary: '{{ $labels.dependency }} cannot be used by {{ $labels.instance }}',
    description:
      'GET /readyz of the process and tidemark status give the reason. The table of outages says what works meanwhile; processes recover by themselves.',
    section: 'Outages',
  },
  {
    alert: 'TidemarkServerErrors',
    expr: `${by('sum', ['instance'], rate(histogram('http_server_request_duration_seconds', 'count', { http_response_status_code: '500' }), '10m'))} > 0`,
    for: '5m',
    severity: 'warning',
    summary: '{{ $labels.instance }} answers 500',
    description: 'A defect: its log has one line with the stack for each of these requests.',
    section: 'Outages',
  },
];

const pipeline: readonly Rule[] = [
  {
    alert: 'TidemarkPartitionHalted',
    expr: `${series('tidemark_partitions_halted')} > 0`,
    for: '0m',
    severity: 'critical',
    summary: '{{ $labels.instance }} stopped processing a partition',
    description:
      'Too many of its records failed, which indicates a defect of the software. tidemark status names the partition and the reason; its records wait in the log. Upgrade or go back to the version before, and restart.',
    section: 'Dead letters',
  },
  {
    alert: 'TidemarkConsumerLagGrows',
    expr: `${by('max', partition, least(lag, '10m'))} > ${adminLimits.consumerLagMax} and ${by('max', partition, `deriv(${lag}[10m])`)} > 0`,
    for: '5m',
    severity: 'critical',
    summary:
      '{{ $labels.group }} falls behind on partition {{ $labels.partition }} of {{ $labels.topic }}',
    description:
      'It has {{ $value | humanize }} records to go, and more every minute: new data is not readable yet, and alerts come late. Look for a process of the role that is missing, for an engine that is slow, or for more load than the processes take.',
    section: 'Consumer lag',
  },
  {
    alert: 'TidemarkDeadLetters',
    expr: `${by('max', ['topic'], series('tidemark_dead_letters'))} > 0`,
    for: '5m',
    severity: 'warning',
    summary: '{{ $value }} records of {{ $labels.topic }} could not be processed',
    description: 'tidemark dead list shows them with the reason. Fix the cause, then redrive them.',
    section: 'Dead letters',
  },
  {
    alert: 'TidemarkRejectedRequests',
    expr: `${by('sum', [], rate(series('tidemark_ingest_rejected_requests_total'), '10m'))} / ${by('sum', [], rate(telemetry, '10m'))} > ${adminLimits.turnedAwayShareMax}`,
    for: '10m',
    severity: 'critical',
    summary: '{{ $value | humanizePercentage }} of the exports are rejected',
    description:
      'Clients send more than the processes take, or processing is behind. Clients retry, and lose data when their queues are full. The label reason of tidemark_ingest_rejected_requests_total says what was exceeded.',
    section: 'Overload',
  },
  {
    alert: 'TidemarkProjectionLag',
    expr: `${least(series('tidemark_projection_lag_positions'), '5m')} > ${adminLimits.projectionLagMax}`,
    for: '0m',
    severity: 'critical',
    summary: 'The projection {{ $labels.projection }} of {{ $labels.instance }} is behind',
    description:
      'Reads of accounts, keys and alerts by this process wait for it, and fail with 503 after a while. Its log gives the reason.',
    section: 'Projection lag',
  },
];

const alerting: readonly Rule[] = [
  {
    alert: 'TidemarkEvaluatorLate',
    expr: `${by('max', ['partition'], series('tidemark_evaluator_lag_seconds'))} > ${lateSeconds}`,
    for: '5m',
    severity: 'critical',
    summary: 'Alert rules are evaluated {{ $value | humanizeDuration }} late',
    description:
      'Alerts of partition {{ $labels.partition }} come late. The evaluator waits for the processor, so look at the lag of processor and evaluator first.',
    section: 'Late evaluation',
  },
  {
    alert: 'TidemarkEvaluatorMissing',
    expr: `absent(${series('tidemark_evaluator_lag_seconds')})`,
    for: '10m',
    severity: 'critical',
    summary: 'No process evaluates alert rules',
    description: 'No alert of a user fires. Start the role evaluator.',
    section: 'Late evaluation',
  },
  {
    alert: 'TidemarkHealthMonitoringLate',
    expr: `${series('tidemark_dependency_up', { dependency: 'health-monitoring' satisfies DependencyName })} == 0`,
    for: '5m',
    severity: 'critical',
    summary: 'Health checks are not monitored',
    description:
      'Outages of users are not noticed. Look for a process of the role monitor, and at its log.',
    section: 'Late evaluation',
  },
  {
    alert: 'TidemarkDeliveriesFail',
    expr: mostAttemptsFail(['=~', 'channel|webhook'], 10),
    for: '15m',
    severity: 'warning',
    summary: 'Most deliveries by {{ $labels.via }} fail',
    description:
      'Often one receiver is away, which its owner sees under deliveries. If all fail, look at the network of the notifier and at TIDEMARK_OUTBOUND_ALLOW. Deliveries are repeated with growing pauses.',
    section: 'Deliveries and mails',
  },
  {
    alert: 'TidemarkMailsFail',
    expr: mostAttemptsFail('mail', 2),
    for: '5m',
    severity: 'critical',
    summary: 'Most mails are not taken by the mail server',
    description:
      'Nobody can register or sign in, and notices are not sent. The log gives the response of the mail server; check SMTP_URL and TIDEMARK_MAIL_FROM.',
    section: 'Deliveries and mails',
  },
];

/** Canary traces with an outcome, of all processes: one of them sends. */
const canaries = (outcome: 'returned' | 'lost' | 'doubled', over: string): string =>
  by('sum', ['job'], increase(series('tidemark_canary_traces_total', { outcome }), over));

const roundTrips = rate(histogram('tidemark_canary_round_trip_seconds', 'bucket'), '15m');

const canary: readonly Rule[] = [
  {
    alert: 'TidemarkCanaryMissing',
    expr: `${canaries('returned', '5m')} == 0`,
    for: '1m',
    severity: 'critical',
    summary: 'No canary trace came back for five minutes',
    description:
      'What customers send is not accepted, not processed or cannot be read. The outcome unsent of tidemark_canary_traces_total means the log; sent without returned means the processor or ClickHouse.',
    section: 'Canary',
  },
  {
    alert: 'TidemarkCanaryLost',
    expr: `${canaries('lost', '15m')} > 0`,
    for: '0m',
    severity: 'warning',
    summary: 'A canary trace could not be read within a minute',
    description:
      'It may still come: then the outcome late of tidemark_canary_traces_total follows. If it does not, run tidemark verify.',
    section: 'Canary',
  },
  {
    alert: 'TidemarkCanaryDoubled',
    expr: `${canaries('doubled', '15m')} > 0`,
    for: '0m',
    severity: 'critical',
    summary: 'A span of a canary trace is stored twice',
    description: 'Spans count more than once. Run tidemark verify, and keep the log.',
    section: 'Canary',
  },
  {
    alert: 'TidemarkCanarySlow',
    expr: `histogram_quantile(0.99, ${by('sum', ['job', 'le'], roundTrips)}) > 10`,
    for: '5m',
    severity: 'warning',
    summary: 'It takes {{ $value | humanizeDuration }} until a trace can be read',
    description:
      'Look at the lag of the processor first, then at the time of reads and at ClickHouse.',
    section: 'Canary',
  },
];

const freeBytes = series('tidemark_disk_free_bytes');
const freeLimit = series('tidemark_disk_free_limit_bytes');

const capacity: readonly Rule[] = [
  {
    alert: 'TidemarkDiskNearlyFull',
    expr: `${freeBytes} < 2 * ${freeLimit}`,
    for: '10m',
    severity: 'warning',
    summary: 'The disk of {{ $labels.instance }} is nearly full',
    description:
      '{{ $value | humanize1024 }}B are free. At half of that, it rejects telemetry and commands. Add space, or shorten the retention.',
    section: 'Disk space',
  },
  {
    alert: 'TidemarkDiskFull',
    expr: `${freeBytes} <= ${freeLimit}`,
    for: '1m',
    severity: 'critical',
    summary: '{{ $labels.instance }} rejects telemetry and commands: its disk is full',
    description: 'Add space, or shorten the retention. It accepts data again by itself.',
    section: 'Disk space',
  },
  {
    alert: 'TidemarkCertificateEndsSoon',
    expr: `${series('tidemark_tls_certificate_end_timestamp_seconds')} - time() < 7 * ${dayS}`,
    for: '1h',
    severity: 'critical',
    summary: 'The certificate of {{ $labels.instance }} ends in {{ $value | humanizeDuration }}',
    description:
      'Clients cannot connect after that. Renew the files of TIDEMARK_TLS_CERT and TIDEMARK_TLS_KEY; they are read without a restart.',
    section: 'Certificates',
  },
  {
    alert: 'TidemarkEventLoopSlow',
    expr: `${series('nodejs_eventloop_delay_seconds', { statistic: 'p99' })} > 0.5`,
    for: '10m',
    severity: 'warning',
    summary: '{{ $labels.instance }} answers slowly',
    description:
      'Its event loop is delayed by {{ $value | humanizeDuration }} in one of a hundred turns: the machine has too little processor time or memory for its load.',
    section: 'Sizing',
  },
];

/** What people on call need to know, by part. */
export const ruleGroups: Readonly<Record<string, readonly Rule[]>> = {
  'tidemark-processes': processes,
  'tidemark-pipeline': pipeline,
  'tidemark-alerting': alerting,
  'tidemark-payments': payments,
  'tidemark-canary': canary,
  'tidemark-capacity': capacity,
};
