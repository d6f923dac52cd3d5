import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { registerReleaseChanges } from '../commands/releases.ts';
import type { CommandContext } from '../context.ts';
import { callApi } from '../organization.ts';
import { ago, count } from '../table.ts';
import { milliseconds, percent } from './figures.ts';
import {
  asOfQuery,
  pageUrl,
  queryOf,
  type ReadingOptions,
  shown,
  withReadingOptions,
} from './options.ts';
import { oneLine, printRows, type ShownColumn } from './print.ts';

type ListOptions = ReadingOptions & {
  readonly service?: string;
  readonly environment?: string;
  readonly limit: string;
};

export function registerReleases(program: Command, context: CommandContext): void {
  const releases = program
    .command('releases')
    .description('releases, and what their deployments changed');
  withReadingOptions(releases.command('list', { isDefault: true }))
    .description('releases with the figures of their latest deployments, the newest first')
    .option('--service <name>', 'only those of this service')
    .option('--environment <name>', 'only those that were deployed there')
    .option('--limit <n>', 'how many, 50 at most', '20')
    .action((options: ListOptions) => shown(options, context, () => list(options, context)));
  withReadingOptions(releases.command('show'))
    .description('one release, with the figures before and after each deployment')
    .argument('<version>', 'of the release')
    .action((version: string, options: ReadingOptions) =>
      shown(options, context, () => show(version, options, context)),
    );
  registerReleaseChanges(releases, context);
}

async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const { service, environment, limit } = options;
  const query = queryOf({ service, environment, limit, ...asOfQuery(options) });
  const asked = { route: 'listReleaseFigures', query, text: 'Reading releases' } as const;
  const { releases } = await callApi(asked, options, context);
  const none = 'There are no releases; `tidemark releases create VERSION` records one.';
  printRows({ rows: releases, columns: ofReleases(Date.now()), none }, context);
}

type Listed = ResponseOf<'listReleaseFigures'>['releases'][number];
type Figures = NonNullable<Listed['figures']>;

const ofReleases = (nowMs: number): readonly ShownColumn<Listed>[] => [
  { title: 'version', text: row => row.version, isLong: true },
  { title: 'deployed', text: row => deployedText(row, nowMs), isLong: true },
  {
    title: 'adoption',
    text: ofFigures(({ adoption }) => percent(adoption.percent)),
    align: 'right',
  },
  { title: 'errors', text: ofFigures(errorsText), align: 'right' },
  { title: 'p95', text: ofFigures(p95Text), align: 'right' },
  {
    title: 'new',
    text: ofFigures(({ after }) => count(after.new_error_groups)),
    align: 'right',
  },
];

function deployedText({ deployment }: Listed, nowMs: number): string {
  if (deployment === null) return 'not yet';
  return `${ago(deployment.deployed_at, nowMs)}, ${deployment.environment}`;
}

const ofFigures =
  (text: (figures: Figures) => string) =>
  ({ figures }: Pick<Listed, 'figures'>): string =>
    figures === null ? '–' : text(figures);

type Side = Figures['before'];

/** A figure before and after; none where there was no request. */
const pairText =
  (text: (side: Side) => string) =>
  ({ before, after }: Figures): string =>
    [before, after].map(side => (side.request_count === 0 ? '–' : text(side))).join(' → ');

const errorsText = pairText(side => percent(side.error_rate));
const p95Text = pairText(side => milliseconds(side.p95_latency));

async function show(
  version: string,
  options: ReadingOptions,
  context: CommandContext,
): Promise<void> {
  const query = queryOf(asOfQuery(options));
  const asked = { route: 'getReleaseFigures', params: { version }, query } as const;
  const found = await callApi({ ...asked, text: 'Reading the release' }, options, context);
  const { terminal } = context;
  terminal.record(found);
  if (terminal.json) return;
  for (const line of linesOf(found)) terminal.say(line);
  for (const { deployment, figures } of found.deployments) {
    terminal.say(`\n${deployment.deployed_at}  ${oneLine(deployment.environment)}`);
    if (figures === null) terminal.say('no figures: nothing is counted yet, or no longer kept');
    else for (const line of figureLines(figures)) terminal.say(line);
  }
  terminal.say(`\n${pageUrl(`/releases/${encodeURIComponent(version)}`, options, context)}`);
}

function linesOf(found: ResponseOf<'getReleaseFigures'>): readonly string[] {
  const { services, commit_sha: commit, author, finalized_at: finalized } = found;
  const by = author === null ? '' : ` by ${author}`;
  return [
    `${oneLine(found.version)}: recorded ${found.created_at}${oneLine(by)}, ${finalized === null ? 'not finalized' : `finalized ${finalized}`}`,
    `services: ${services.length === 0 ? 'those whose spans name the version' : oneLine(services.join(', '))}`,
    ...(commit === null ? [] : [`commit: ${oneLine(commit)}`]),
  ];
}

const figureLines = (figures: Figures): readonly string[] => [
  `${count(figures.before.request_count)} requests in the ${Math.round(figures.window_seconds / 60)} minutes before, ${count(figures.after.request_count)} after`,
  `errors ${errorsText(figures)}, p95 ${p95Text(figures)}`,
  `new error groups ${figures.before.new_error_groups} → ${figures.after.new_error_groups}, adoption ${percent(figures.adoption.percent)}`,
];
