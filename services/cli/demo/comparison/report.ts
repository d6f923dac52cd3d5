import { count, table } from '../../table.ts';
import type { Terminal } from '../../terminal.ts';
import { durationsMetric, requestsMetric } from '../sending/meters.ts';
import type { ServiceTruth } from './truth.ts';
import { type DemoResults, errorPercent, errorRateOf, reportedQuantiles } from './verdict.ts';

const names = ['p50', 'p95', 'p99'] as const;

/** The table of exact and reported figures; for machines one record a service. */
export function report(findings: DemoResults, terminal: Terminal): void {
  for (const service of findings.services) terminal.record(recordOf(service));
  const rows = findings.services.flatMap(rowsOf);
  const [head = '', ...lines] = table([title, ...rows], aligns);
  terminal.say(`  ${terminal.style.dim(head)}`);
  for (const line of lines) terminal.say(`  ${line}`);
  terminal.say('');
  terminal.say('  And by the metrics that the services sent themselves:');
  const [metricHead = '', ...metricLines] = table(
    [metricTitle, ...findings.services.map(metricRowOf)],
    ['left', 'right', 'right'],
  );
  terminal.say(`  ${terminal.style.dim(metricHead)}`);
  for (const line of metricLines) terminal.say(`  ${line}`);
}

const metricTitle = ['service', requestsMetric, `p95 of ${durationsMetric}`];

const metricRowOf = ({
  truth,
  counted,
  countedP95Ms,
}: DemoResults['services'][number]): string[] => [
  truth.service,
  count(counted),
  `${countedP95Ms.toFixed(2)} ms`,
];

const title = ['service', 'requests', 'errors', '', 'exact', 'Tidemark', 'off by'];
const aligns = ['left', 'right', 'right', 'left', 'right', 'right', 'right'] as const;

function rowsOf({ truth, metrics }: DemoResults['services'][number]): readonly string[][] {
  const reported = metrics === undefined ? [] : reportedQuantiles(metrics);
  return truth.quantilesMs.map((exact, at) => {
    const found = reported[at] ?? Number.NaN;
    return [
      ...(at === 0 ? headOf(truth) : ['', '', '']),
      names[at] ?? '',
      `${exact.toFixed(2)} ms`,
      `${found.toFixed(2)} ms`,
      `${errorPercent(exact, found).toFixed(2)} %`,
    ];
  });
}

const headOf = (truth: ServiceTruth): readonly string[] => [
  truth.service,
  count(truth.requests),
  `${errorRateOf(truth).toFixed(2)} %`,
];

function recordOf({ truth, metrics, counted, countedP95Ms }: DemoResults['services'][number]) {
  const reported = metrics === undefined ? [] : reportedQuantiles(metrics);
  return {
    kind: 'service',
    service: truth.service,
    requests: { exact: truth.requests, reported: metrics?.throughput ?? null, counted },
    counted_p95_ms: countedP95Ms,
    error_rate: { exact: errorRateOf(truth), reported: metrics?.error_rate ?? null },
    ...Object.fromEntries(
      names.map((name, at) => {
        const exact = truth.quantilesMs[at] ?? Number.NaN;
        const found = reported[at] ?? Number.NaN;
        return [
          name,
          { exact_ms: exact, reported_ms: found, error_percent: errorPercent(exact, found) },
        ];
      }),
    ),
  };
}
