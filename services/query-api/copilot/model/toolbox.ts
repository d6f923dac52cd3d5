import { z } from 'zod';
import type { ModelTool } from '../../../../platform/language-model/port.ts';
import { openTurns } from '../../../../platform/shares/turns.ts';
import { exactJsonText } from '../../../../schemas/exact-json.ts';
import { type Findings, openFindings } from '../../core/copilot/model/findings.ts';
import { preparedTools } from '../../mcp/prepared.ts';
import { runTool, type ToolDependencies } from '../../mcp/run-tool.ts';
import { shortened } from '../../mcp/shortened.ts';
import type { Given, Tool } from '../../mcp/tool.ts';
import type { Asking } from '../../route-call.ts';
import { answerFromData } from '../answer.ts';
import type { Answering, Asked } from '../context.ts';
import type { Part } from '../reading.ts';
import { modelLimits } from './config.ts';

export type Toolbox = {
  readonly tools: readonly ModelTool[];
  readonly findings: Findings;
  /** How often each tool was called, in the order of the first calls. */
  readonly called: ReadonlyMap<string, number>;
};

export type ToolboxDependencies = Answering & ToolDependencies;

/** What one call gives: what is read, or why it could not be. */
type Result = { readonly found: object } | { readonly error: string };
type Run = (given: unknown, signal: AbortSignal) => Promise<Result>;

/**
 * The tools of one question: those of `/mcp` that read, and the answer by rules. All run under the key of who asks, with the limits of that key,
 * so whatever the model wants, it sees what that person may see.
 */
export function openToolbox(
  asked: Asked,
  asking: Asking,
  dependencies: ToolboxDependencies,
): Toolbox {
  const findings = openFindings(modelLimits.foundMax);
  const called = new Map<string, number>();
  const limited = openLimits(asking, called, findings);
  const reading = [...preparedTools.values()]
    .filter(({ tool }) => tool.kind !== 'act')
    .map(({ tool, inputSchema }) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: inputSchema['~standard'].jsonSchema.input() as ModelTool['inputSchema'],
      call: limited(tool.name, (given, signal) =>
        readWith(tool, given, { ...asking, signal }, dependencies),
      ),
    }));
  const causes = limited(lookForCauses.name, (given, signal) =>
    askRules(given, asked, { ...asking, signal }, dependencies),
  );
  return { tools: [{ ...lookForCauses, call: causes }, ...reading], findings, called };
}

const questionCharactersMax = 1_000;

const causesInput = z.strictObject({
  question: z
    .string()
    .min(1)
    .max(questionCharactersMax)
    .describe(
      'In English, with names of services, and times such as "since 14:00" or "yesterday".',
    ),
});

const lookForCauses = {
  name: 'look_for_causes',
  description:
    'Answers a question about incidents by rules and exact figures: what stands out in each service against the hours before (errors, latency, traffic, silence), since when, in which operation, the likely cause, who is affected, what changed, whether it is the database, whether it is over, whether it happened before.',
  inputSchema: z.toJSONSchema(causesInput) as ModelTool['inputSchema'],
};

async function askRules(
  given: unknown,
  { earlier, timeZone }: Asked,
  asking: Asking,
  dependencies: ToolboxDependencies,
): Promise<Result> {
  const parsed = causesInput.safeParse(given);
  if (!parsed.success) return { error: z.prettifyError(parsed.error) };
  const parts: Part[] = [];
  const { question } = parsed.data;
  for await (const part of answerFromData({ question, earlier, timeZone }, asking, dependencies))
    parts.push(part);
  return {
    found: {
      answer: parts.map(({ text }) => text).join('\n'),
      references: parts.flatMap(({ references }) => references),
    },
  };
}

async function readWith(
  tool: Tool,
  given: unknown,
  asking: Asking,
  dependencies: ToolDependencies,
): Promise<Result> {
  const parsed = tool.input.safeParse(given);
  if (!parsed.success) return { error: z.prettifyError(parsed.error) };
  const outcome = await runTool({ tool, given: parsed.data as Given }, asking, dependencies);
  return outcome.isError ? { error: outcome.text } : { found: outcome.structured };
}

/** Holds all calls of a question to its limits, and remembers what they found. */
function openLimits(
  { key: { organizationId } }: Asking,
  called: Map<string, number>,
  findings: Findings,
) {
  const { callsMax, callsAtOnceMax, resultBytesMax, resultsBytesMax } = modelLimits;
  const turns = openTurns({
    what: 'tools',
    runningMax: callsAtOnceMax,
    ownRunningMax: callsAtOnceMax,
    waitingMax: callsMax,
  });
  let [calls, bytes] = [0, 0];
  const within = (result: Result): string => {
    if ('error' in result) return JSON.stringify(result);
    findings.add(result.found);
    const text = fitting(result.found, Math.min(resultBytesMax, resultsBytesMax - bytes));
    bytes += Buffer.byteLength(text);
    return text;
  };
  return (name: string, run: Run) =>
    async (given: unknown, signal: AbortSignal): Promise<string> => {
      if (++calls > callsMax || bytes >= resultsBytesMax) return JSON.stringify({ error: enough });
      called.set(name, (called.get(name) ?? 0) + 1);
      const leave = await turns.enter(organizationId, signal);
      try {
        return within(await run(given, signal));
      } finally {
        leave();
      }
    };
}

const enough = 'nothing more can be read for this question; answer with what you have read';

function fitting(found: object, bytesMax: number): string {
  const short = shortened(found, bytesMax);
  if (short === undefined)
    return JSON.stringify({ error: 'the result is too long; ask for a shorter range or less' });
  const { value, lacking } = short;
  return exactJsonText(lacking === undefined ? value : { ...value, left_out: lacking });
}
