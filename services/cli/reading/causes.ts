import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callApi } from '../organization.ts';
import { alertIdOf } from './alert-id.ts';
import { asOfQuery, queryOf, type ReadingOptions, shown, withReadingOptions } from './options.ts';
import { oneLine } from './print.ts';

type CausesOptions = ReadingOptions & { readonly alert?: true; readonly window: string };

export function registerCauses(program: Command, context: CommandContext): void {
  withReadingOptions(program.command('causes'))
    .description('what probably makes a service slow or failing, ranked')
    .argument('<name>', 'the service, or with --alert the id of an alert or its beginning')
    .option('--alert', 'of an alert: its own time against the hour before')
    .option('--window <window>', 'of a service: 5m, 15m, 1h, 6h or 24h', '15m')
    .action((name: string, options: CausesOptions) =>
      shown(options, context, () => show(name, options, context)),
    );
}

async function show(name: string, options: CausesOptions, context: CommandContext): Promise<void> {
  const found = options.alert
    ? await causesOfAlert(name, options, context)
    : await causesOfService(name, options, context);
  context.terminal.record(found);
  for (const line of causeLines(found)) context.terminal.say(line);
}

type Found = Pick<ResponseOf<'alertCauses'>, 'causes' | 'reason'>;

/** Ranked sentences with their figures, or why there are none. */
export function causeLines({ causes, reason }: Found): readonly string[] {
  if (causes.length === 0) return [reason ?? 'No cause was found.'];
  return causes.flatMap(({ score, explanation, evidence }, index) => [
    `${index + 1}. ${oneLine(explanation)} (${Math.round(score * 100)} %)`,
    ...evidence.map(
      ({ name, unit, before, during }) =>
        `   ${name.replaceAll('_', ' ')}: ${before} before, ${during} during${unit === 'count' ? '' : `, ${unit}`}`,
    ),
  ]);
}

const causesOfService = (service: string, options: CausesOptions, context: CommandContext) => {
  const query = queryOf({ service, window: options.window, ...asOfQuery(options) });
  return callApi({ route: 'rootCauses', query, text: 'Reading causes' }, options, context);
};

export async function causesOfAlert(
  beginning: string,
  options: ReadingOptions,
  context: CommandContext,
) {
  const params = { id: await alertIdOf(beginning, options, context) };
  const asked = { route: 'alertCauses', params, query: queryOf(asOfQuery(options)) } as const;
  return callApi({ ...asked, text: 'Reading causes' }, options, context);
}
