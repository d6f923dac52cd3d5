import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { durationMs } from '../duration.ts';
import { UsageError } from '../errors.ts';
import {
  callApiWithProgress,
  type OrganizationOptions,
  withOrganizationOptions,
} from '../organization.ts';
import { table } from '../table.ts';

type BacktestOptions = OrganizationOptions & {
  readonly rule?: string;
  readonly with?: string;
  readonly type?: string;
  readonly metric?: string;
  readonly operator?: string;
  readonly threshold?: string;
  readonly service?: string;
  readonly window?: string;
  readonly sweep?: string;
  readonly from?: string;
  readonly to?: string;
  readonly last: string;
};

type Result = ResponseOf<'backtestAlertRules'>['results'][number];

export function registerBacktest(program: Command, context: CommandContext): void {
  withOrganizationOptions(program.command('backtest'))
    .description('evaluate alert rules on recorded history; no notice is sent')
    .option(
      '--rule <id>',
      'a rule, with the versions that it had; with other options, as it is now',
    )
    .option('--with <id>', 'compares it with another rule')
    .option('--type <type>', 'threshold when absent; anomaly compares the score of open anomalies')
    .option('--metric <metric>', 'such as latency_p95 or error_rate')
    .option('--operator <operator>', 'such as ">"')
    .option('--threshold <number>', 'at which the rule fires')
    .option('--service <name>', 'of one service; of all together when absent')
    .option('--window <minutes>', 'length of the evaluated window')
    .option('--sweep <numbers>', 'tries each of these thresholds, such as 200,300,500')
    .option('--from <instant>', 'RFC 3339, instead of --last')
    .option('--to <instant>', 'RFC 3339; now when absent')
    .option('--last <duration>', 'such as 30m, 6h or 7d', '24h')
    .action((options: BacktestOptions) => backtest(options, context));
}

async function backtest(options: BacktestOptions, context: CommandContext): Promise<void> {
  const body = { ...triedOf(options), ...rangeOf(options) };
  const text = 'Evaluating the past';
  const request = { route: 'backtestAlertRules', body, text } as const;
  const answer = await callApiWithProgress(request, options, context);
  const { terminal } = context;
  terminal.record(answer);
  const upTo = answer.evaluated_up_to ?? 'nothing, the log knows nothing of it';
  terminal.say(terminal.style.dim(`From ${answer.from}, evaluated up to ${upTo}`));
  const title = ['rule', 'condition', 'alerts', 'minutes firing', 'notices'];
  for (const line of table([title, ...answer.results.map(rowOf)])) terminal.say(line);
  if (answer.results.length === 1)
    for (const line of linesOf(answer.results[0])) terminal.say(line);
}

function triedOf(options: BacktestOptions): object {
  const rule = ruleOf(options);
  if (options.with !== undefined) return { compare: [rule, { id: options.with }] };
  const { sweep } = options;
  if (sweep === undefined) return { rule };
  const thresholds = sweep.split(',').map(text => numberOf('--sweep', text));
  // A rule that does not exist needs a threshold of its own, which none of these uses.
  const threshold = options.rule === undefined ? thresholds[0] : undefined;
  return { rule: { threshold, ...rule }, sweep: { thresholds } };
}

function ruleOf(options: BacktestOptions): object {
  const { rule: id, type, metric, operator, threshold, service, window } = options;
  if (id === undefined && metric === undefined)
    throw new UsageError('expected --rule, or --metric, --operator and --threshold');
  return {
    ...(id !== undefined && { id }),
    ...(type !== undefined && { alert_type: type }),
    ...(metric !== undefined && { metric }),
    ...(operator !== undefined && { operator }),
    ...(threshold !== undefined && { threshold: numberOf('--threshold', threshold) }),
    ...(service !== undefined && { scope_type: 'service', scope_value: service }),
    ...(window !== undefined && { time_window: numberOf('--window', window) }),
  };
}

function numberOf(option: string, text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(number)) return number;
  throw new UsageError(`expected ${option} to be a number, found ${text}`);
}

function rangeOf({ from, to, last }: BacktestOptions): object {
  if (from !== undefined) return { from, ...(to !== undefined && { to }) };
  const ms = durationMs(last);
  if (ms === undefined) throw new UsageError(`expected --last such as 6h, found ${last}`);
  const endMs = to === undefined ? Date.now() : Date.parse(to);
  if (Number.isNaN(endMs)) throw new UsageError(`expected --to as RFC 3339, found ${to}`);
  return { from: new Date(endMs - ms).toISOString(), ...(to !== undefined && { to }) };
}

const rowOf = (result: Result): string[] => {
  const { rule_id: id, name, alert_type: type, metric, operator, threshold } = result;
  const { alerts, minutes } = result;
  const figure = type === 'anomaly' ? `anomaly score of ${metric}` : metric;
  const condition = `${figure} ${operator} ${threshold}`;
  return [
    id ?? name,
    condition,
    String(alerts),
    String(minutes.firing),
    String(result.notices_total),
  ];
};

const linesOf = (result: Result | undefined): readonly string[] =>
  table(
    (result?.transitions ?? []).map(({ at, event, value, reason, message }) => [
      at,
      event,
      value === null ? '' : String(value),
      message ?? reason ?? '',
    ]),
  );
