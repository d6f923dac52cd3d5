import type { Handlers } from '../../../platform/http/handler.ts';
import {
  answerTooLarge,
  type HttpProblem,
  lateProblem,
  notFound,
} from '../../../platform/http/problem.ts';
import type { Log } from '../../../platform/log.ts';
import { exactJsonText } from '../../../schemas/exact-json.ts';
import type { ActionRoute } from '../../../schemas/mcp/action-routes.ts';
import { type Asking, callRoute, type RouteInput } from '../route-call.ts';
import { adviceFor } from './advice.ts';
import { mcpLimits } from './config.ts';
import { dayUpTo } from './day-up-to.ts';
import { askedInstant } from './investigation.ts';
import { nearServices } from './near-services.ts';
import { pageAt } from './page-of.ts';
import { readList, rowsField } from './read-list.ts';
import { bytesOf, shortened } from './shortened.ts';
import type { ActTool, Fields, Given, ReadRoute, ReadTool, Tool } from './tool.ts';

export type ToolReads = Pick<Handlers, ReadRoute>;
export type ToolActs = Pick<Handlers, ActionRoute>;

/** What a tool has found, which the text repeats; or the sentence of why it could not. */
export type ToolOutcome =
  | { readonly text: string; readonly structured: Fields; readonly isError?: undefined }
  | { readonly text: string; readonly isError: true };

export type ToolDependencies = {
  readonly reads: ToolReads;
  readonly acts: ToolActs;
  readonly log: Log;
  readonly publicUrl: () => string;
};

type Call<Of extends Tool = Tool> = { readonly tool: Of; readonly given: Given };

/** Runs a tool under the key of the request. What it gives has no more bytes than a model gets, and says what it lacks. */
export async function runTool(
  { tool, given }: Call,
  request: Asking,
  dependencies: ToolDependencies,
): Promise<ToolOutcome> {
  // Routes that have a stream besides must give their JSON.
  const headers = { ...request.headers, accept: 'application/json' };
  // The signal of a request over HTTP is made when it is asked for, so a copy of the fields lacks it.
  const asking = { ...request, headers, signal: request.signal };
  try {
    const structured = await answerOf({ tool, given }, asking, dependencies);
    return { text: exactJsonText(structured), structured };
  } catch (error) {
    const problem = lateProblem(error, request.signal, () =>
      dependencies.log.error({ err: error, tool: tool.name }, 'a tool failed'),
    );
    const text = await sentenceOf(problem, { tool, given }, asking, dependencies);
    return { text, isError: true };
  }
}

async function answerOf(
  { tool, given }: Call,
  asking: Asking,
  dependencies: ToolDependencies,
): Promise<Fields> {
  if (tool.kind === 'own') return tool.answer(given as never, asking.receivedAtMs);
  return tool.kind === 'act'
    ? act({ tool, given }, asking, dependencies)
    : readAnswer({ tool, given }, asking, dependencies);
}

/** Sends the command of a tool; only what the call itself says makes it the same as another one. */
async function act(
  { tool, given }: Call<ActTool>,
  asking: Asking,
  { acts, publicUrl }: ToolDependencies,
): Promise<Fields> {
  const { idempotency_key: key, ...wish } = given;
  const { 'idempotency-key': _, ...others } = asking.headers;
  const headers = { ...others, ...(typeof key === 'string' && { 'idempotency-key': key }) };
  const input = tool.request(wish as never);
  const done = (await callRoute(tool.route, input, { ...asking, headers }, acts)) as Fields;
  return { ...fitting(tool, done), page: publicUrl() + tool.page(wish as never) };
}

async function readAnswer(
  { tool, given }: Call<ReadTool>,
  asking: Asking,
  dependencies: ToolDependencies,
): Promise<Fields> {
  const { cursor: _, investigation: handle, ...plain } = given;
  const asOf = askedInstant(given);
  const asked = { ...plain, ...(asOf !== undefined && !tool.isOfNow && { as_of: asOf }) };
  const read = (input: RouteInput) =>
    callRoute(tool.route, input, asking, dependencies.reads) as Promise<Fields>;
  const found = await readWhole(tool, { given, asked }, read);
  const page = dependencies.publicUrl() + pageAt(tool.page(asked as never), asked.as_of);
  const answer = {
    ...(asOf !== undefined && pinned(tool, asOf)),
    ...found,
    ...(await aboutNothing(tool, asked, found, asking, dependencies)),
    page,
  };
  if (tool.hasOwnBudget || bytesOf(answer) <= mcpLimits.responseBytesMax) return answer;
  throw answerTooLarge('use shorter arguments');
}

/** The instant that is shown, and that another one is where the route has no past. */
const pinned = ({ isOfNow }: ReadTool, asOf: string): Fields =>
  isOfNow ? { note: `this shows now, and not ${asOf}: its past is not kept` } : { as_of: asOf };

async function readWhole(
  tool: ReadTool,
  { given, asked }: { readonly given: Given; readonly asked: Given },
  read: (input: RouteInput) => Promise<Fields>,
): Promise<Fields> {
  const { list } = tool;
  if (list !== undefined) return readList({ ...tool, list }, { given, asked }, read);
  const found = await read(tool.request(asked as never));
  assertThere(tool, asked, found);
  return tool.hasOwnBudget ? found : fitting(tool, found);
}

function assertThere({ thereSince }: ReadTool, { as_of: asOf }: Given, found: Fields): void {
  if (thereSince === undefined || typeof asOf !== 'string') return;
  const since = thereSince(found as never);
  if (Date.parse(since) > Date.parse(asOf))
    throw notFound(`it was not there at ${asOf}, but since ${since}`);
}

function fitting(
  { rest: how = 'Ask for less, or for a shorter range.' }: Pick<ReadTool, 'rest'>,
  found: Fields,
): Fields {
  const short = shortened(found, mcpLimits.responseBytesMax - mcpLimits.envelopeBytesMax);
  if (short === undefined) throw answerTooLarge(how);
  const { value, lacking } = short;
  return lacking === undefined ? value : { ...value, left_out: { ...lacking, how } };
}

/** A list without rows may be one of a service that is misspelt. */
async function aboutNothing(
  { list }: ReadTool,
  { service, ...asked }: Given,
  found: Fields,
  asking: Asking,
  dependencies: ToolDependencies,
): Promise<Fields> {
  const rows = list && found[rowsField(list)];
  if (typeof service !== 'string' || !Array.isArray(rows) || rows.length > 0) return {};
  const services = await knownServices(asked, asking, dependencies);
  if (services.includes(service)) return {};
  return {
    note: `\`${service.slice(0, mcpLimits.nameCharactersMax)}\` sent no spans in that day. ${nearServices(service, services)}`,
  };
}

async function sentenceOf(
  problem: HttpProblem,
  { tool, given }: Call,
  asking: Asking,
  dependencies: ToolDependencies,
): Promise<string> {
  const sentence = `${problem.code}: ${problem.message}`;
  try {
    const services = () => knownServices({}, asking, dependencies);
    const advice = await adviceFor(problem, { ...tool, given }, services);
    return advice === '' ? sentence : `${sentence}. ${advice}`;
  } catch {
    // What went wrong is known, and is worth more than why no advice can be given.
    return sentence;
  }
}

/** Services of the day up to the instant that is asked about. */
async function knownServices(
  { as_of: asOf }: Given,
  asking: Asking,
  { reads }: ToolDependencies,
): Promise<readonly string[]> {
  const query = typeof asOf === 'string' ? dayUpTo(asOf) : {};
  const { services } = await callRoute('listServices', { query }, asking, reads);
  return services.map(({ name }) => name);
}
