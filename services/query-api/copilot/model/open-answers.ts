import type { EndpointDependencies } from '../../../../platform/commands/endpoint.ts';
import type { AssistantModel } from '../../../../platform/config/language-model.ts';
import { Unavailable } from '../../../../platform/errors.ts';
import type { LanguageModel, ModelTokens } from '../../../../platform/language-model/port.ts';
import type { Log } from '../../../../platform/log.ts';
import { openShares } from '../../../../platform/shares/fair-shares.ts';
import type { Projections } from '../../../../projections/engine/run.ts';
import { dayOf } from '../../../../schemas/day.ts';
import type { LlmPrice } from '../../../../schemas/llm/prices.ts';
import { openPriceTable, type PriceOf } from '../../core/llm/cost.ts';
import type { Asking } from '../../route-call.ts';
import { answerFromData } from '../answer.ts';
import type { Asked } from '../context.ts';
import type { Part } from '../reading.ts';
import { answerWithModel } from './answer-with-model.ts';
import { modelLimits } from './config.ts';
import { countUse, leftOf, useOf } from './day-use.ts';
import type { ToolboxDependencies } from './toolbox.ts';

export type AnswerQuestion = (asked: Asked, asking: Asking) => AsyncIterable<Part>;

export type AnswersDependencies = Omit<ToolboxDependencies, 'configuration'> &
  EndpointDependencies & {
    readonly projections: Pick<Projections, 'state'>;
    readonly log: Log;
    readonly languageModel?: LanguageModel | undefined;
    readonly configuration: ToolboxDependencies['configuration'] & {
      readonly assistantModel?: AssistantModel;
      readonly llm: { readonly prices: readonly LlmPrice[] };
    };
  };

/** Answers by the language model where there is one and it can be asked, and else by rules. */
export function openAnswers(dependencies: AnswersDependencies): AnswerQuestion {
  const { languageModel: model, configuration } = dependencies;
  const { assistantModel: settings } = configuration;
  if (model === undefined || settings === undefined)
    return (asked, asking) => answerFromData(asked, asking, dependencies);
  const priceOf = openPriceTable(configuration.llm.prices);
  const questions = openShares();
  return (asked, asking) =>
    withModel(asked, asking, { ...dependencies, model, settings, priceOf, questions });
}

type WithModel = AnswersDependencies & {
  readonly model: LanguageModel;
  readonly settings: AssistantModel;
  readonly priceOf: PriceOf;
  readonly questions: ReturnType<typeof openShares>;
};

/** People who ask in an incident get an answer, whatever the model does. */
async function* withModel(
  asked: Asked,
  asking: Asking,
  dependencies: WithModel,
): AsyncGenerator<Part> {
  try {
    yield* asModelAnswers(asked, asking, dependencies);
  } catch (error) {
    if (!(error instanceof Unavailable) || asking.signal.aborted) throw error;
    dependencies.log.warn({ err: error }, 'a question was answered without the language model');
    const text = `This is answered by rules, without the language model: ${error.message}.`;
    yield { text, references: [] };
    yield* answerFromData(asked, asking, dependencies);
  }
}

async function* asModelAnswers(
  asked: Asked,
  asking: Asking,
  dependencies: WithModel,
): AsyncGenerator<Part> {
  const { settings, questions, priceOf, projections } = dependencies;
  const { organizationId } = asking.key;
  const day = dayOf(asking.receivedAtMs);
  const state = await projections.state({ signal: asking.signal });
  const left = leftOf(organizationId, day, state, settings, priceOf);
  if ('refusal' in left) throw new Unavailable(left.refusal);
  assertRoom(organizationId, questions);
  questions.take(organizationId, 1);
  const tokens: ModelTokens[] = [];
  try {
    const used = (each: ModelTokens): void => void tokens.push(each);
    yield* answerWithModel(asked, asking, { ...dependencies, tokensLeft: left.tokens, used });
  } finally {
    questions.give(organizationId, 1);
    await recordUse(tokens, { organizationId, day }, asking, dependencies);
  }
}

function assertRoom(organization: string, questions: WithModel['questions']): void {
  const { questionsMax, ownQuestionsMax } = modelLimits;
  if (questions.held(organization) >= ownQuestionsMax)
    throw new Unavailable(`it answers ${ownQuestionsMax} other questions of this organization`);
  if (questions.total() >= questionsMax)
    throw new Unavailable('it answers as many questions as it can');
}

/** A failure to record is ours: who asked gets the answer all the same. */
async function recordUse(
  tokens: readonly ModelTokens[],
  of: Parameters<typeof useOf>[2],
  asking: Asking,
  dependencies: WithModel,
): Promise<void> {
  if (tokens.length === 0) return;
  const use = useOf(tokens, dependencies.settings, of, dependencies.priceOf);
  try {
    await countUse(use, asking, dependencies);
  } catch (error) {
    dependencies.log.error({ err: error, ...use }, 'what a question took was not recorded');
  }
}
