import { Unavailable } from '../../../../platform/errors.ts';
import type {
  LanguageModel,
  ModelTask,
  ModelTokens,
} from '../../../../platform/language-model/port.ts';
import type { Named } from '../../core/copilot/model/findings.ts';
import type { Asking } from '../../route-call.ts';
import type { Asked } from '../context.ts';
import type { Part } from '../reading.ts';
import { referenceTo } from '../references.ts';
import { modelLimits } from './config.ts';
import { instructionsAt } from './instructions.ts';
import { openToolbox, type Toolbox, type ToolboxDependencies } from './toolbox.ts';

export type AskModel = ToolboxDependencies & {
  readonly model: LanguageModel;
  /** That the organization has left today. */
  readonly tokensLeft: number;
  readonly used: (tokens: ModelTokens) => void;
};

/**
 * The answer of a model that reads with tools, piece by piece, and then what was read for it. Ids of traces that no result has are
 * said to be unknown: a model may invent them. Throws `Unavailable` when it does not finish.
 */
export async function* answerWithModel(
  asked: Asked,
  asking: Asking,
  dependencies: AskModel,
): AsyncGenerator<Part> {
  const { model, clock, used, tokensLeft } = dependencies;
  const { stepsMax, outputTokensMax, questionTokensMax } = modelLimits;
  const toolbox = openToolbox(asked, asking, dependencies);
  const late = AbortSignal.timeout(modelLimits.answerMsMax);
  const task: ModelTask = {
    instructions: instructionsAt({ nowMs: clock(), timeZone: asked.timeZone }),
    messages: messagesOf(asked),
    tools: toolbox.tools,
    limits: { stepsMax, outputTokensMax, tokensMax: Math.min(questionTokensMax, tokensLeft) },
    used,
    signal: AbortSignal.any([asking.signal, late]),
  };
  let text = '';
  try {
    for await (const piece of model.answer(task)) {
      const kept = piece.slice(0, modelLimits.answerCharactersMax - text.length);
      if (kept !== '') yield { text: kept, references: [], continues: text !== '' };
      text += kept;
    }
  } catch (error) {
    asking.signal.throwIfAborted();
    if (late.aborted) throw new Unavailable('it took too long');
    throw error;
  }
  yield readFor(text, toolbox);
}

function messagesOf({ question, earlier }: Asked): ModelTask['messages'] {
  const short = (text: string): string => text.slice(0, modelLimits.earlierCharactersMax);
  const before = earlier.flatMap(each => [
    { role: 'user' as const, text: short(each.question) },
    ...(each.answer === undefined
      ? []
      : [{ role: 'assistant' as const, text: short(each.answer) }]),
  ]);
  return [...before, { role: 'user', text: question }];
}

/** What a person needs to check the answer. */
function readFor(answer: string, { findings, called }: Toolbox): Part {
  const unknown = findings.unknownIn(answer, modelLimits.idsMax);
  const tools = [...called].map(([name, times]) =>
    times === 1 ? name : `${name} (${times} times)`,
  );
  const sentences = [
    tools.length === 0
      ? 'Nothing was read for this answer.'
      : `Read for this answer with: ${tools.join(', ')}.`,
    ...(unknown.length === 0
      ? []
      : [`Nothing that was read has these traces, so they may not exist: ${unknown.join(', ')}.`]),
  ];
  const references = findings.namedIn(answer, modelLimits.idsMax).map(asReference);
  return { text: sentences.join(' '), references };
}

const asReference = ({ type, id }: Named) => referenceTo(type, id);
