import { z } from 'zod';
import { invalidRequest, parseRequest } from '../../../platform/http/problem.ts';
import { unknownName } from '../../../platform/http/query.ts';

type Prompt = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  /** What a model is asked, with the arguments that a person has given. */
  readonly text: (given: Readonly<Record<string, string>>) => string;
};

const prompts: readonly Prompt[] = [
  {
    name: 'investigate_alert',
    title: 'Investigate an alert',
    description: 'Finds why an alert fired, as of one instant, with traces as proof.',
    arguments: [{ name: 'alert_id', description: 'Id of the alert.', required: true }],
    text: ({ alert_id: id }) =>
      [
        `Investigate the alert ${id}.`,
        'Call start_investigation first, and pass its `investigation` to every later call.',
        'Read get_alert, get_alert_causes and prove_alert; then list_deployments and list_errors of its service, and get_rca.',
        'Look at one or two of the traces that the causes name with get_trace_detail, and compare a failed or slow one with a usual one by diff_traces or compare_spans.',
        'Say the most likely cause first, with its figures before and during, the trace ids that show it, and what speaks against it. Say plainly if no cause was found. Change nothing.',
      ].join('\n'),
  },
  {
    name: 'weekly_review',
    title: 'Weekly review',
    description: 'Reviews the last seven days: alerts, errors, deployments and rules.',
    arguments: [{ name: 'service', description: 'Only this service.', required: false }],
    text: ({ service }) =>
      [
        `Review the last seven days of ${service === undefined ? 'all services' : `the service ${service}`}.`,
        'Call start_investigation first, and pass its `investigation` to every later call. Give `from` seven days before it.',
        'Read list_alerts, list_errors (sorted by count, and those that are new or regressed), list_deployments, search_anomalies, list_health_checks and list_triage_items.',
        'Say what got worse and what got better, which deployments new errors began with, which alerts fired often without anybody acting, and which items are open for long.',
        'Name at most five things to do, the most useful first, each with the ids that show it. Follow `left_out` where a list was cut. Change nothing.',
      ].join('\n'),
  },
  {
    name: 'write_rule',
    title: 'Write an alert rule',
    description: 'Writes an alert rule for a wish, and tries it on recorded history first.',
    arguments: [{ name: 'wish', description: 'What should be noticed, in words.', required: true }],
    text: ({ wish }) =>
      [
        `Write an alert rule for this wish: ${wish}`,
        'Read list_services and list_alert_rules first: the rule may be there already.',
        'Choose metric, threshold, window and service, and more `conditions` if one alone would fire too often, and try them with backtest_rule on the last seven days, with several `thresholds`.',
        'Show how often each would have fired and for how long, choose one, and say why. Then ask before you call create_alert_rule, with an `idempotency_key`.',
      ].join('\n'),
  },
];

/** As `prompts/list` gives them. */
export const listedPrompts = prompts.map(({ text: _, ...listed }) => ({
  ...listed,
  arguments: listed.arguments.map(each => ({ ...each })),
}));

const charactersMax = 2_000;

/** A prompt with its arguments; throws 400 for one that there is not, or arguments that it does not take. */
export function promptOf(name: string, given: object = {}) {
  const prompt = prompts.find(each => each.name === name);
  if (prompt === undefined)
    throw invalidRequest(
      `prompt ${unknownName(
        name,
        prompts.map(each => each.name),
      )}`,
    );
  const value = z.string().min(1).max(charactersMax);
  const shape = Object.fromEntries(
    prompt.arguments.map(each => [each.name, each.required ? value : value.optional()]),
  );
  const texts = parseRequest(z.strictObject(shape), given) as Record<string, string>;
  const content = { type: 'text', text: prompt.text(texts) } as const;
  return { description: prompt.description, messages: [{ role: 'user' as const, content }] };
}
