import { type Script, startScriptedModel } from '../support/scripted-model.ts';

export type Begun = {
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
};

/** Who answers. */
export type Answerer = {
  readonly title: string;
  /** Of so many scenarios one is played, unless all are. */
  readonly drawn: number;
  /** Undefined: there is none here. */
  readonly begin: () => Promise<Begun | undefined>;
  readonly isOfRules: boolean;
};

const rules: Answerer = {
  title: 'without a model',
  drawn: 3,
  begin: async () => ({ environment: {}, close: async () => undefined }),
  isOfRules: true,
};

/** Asks the rules what people ask, and says what they say: so a grade is that of the loop around it. */
const repeats: Script = ({ said, results }) =>
  results.length === 0
    ? { calls: [{ name: 'look_for_causes', input: { question: said.at(-1) } }], tokens: [100, 10] }
    : { text: (JSON.parse(results.join()) as { answer: string }).answer, tokens: [200, 50] };

const scripted: Answerer = {
  title: 'with a scripted model',
  drawn: 8,
  begin: async () => {
    const { url, close } = await startScriptedModel('anthropic', repeats);
    const environment = {
      LLM_PROVIDER: 'anthropic',
      LLM_MODEL: 'scripted',
      LLM_API_KEY: 'key',
      LLM_BASE_URL: url,
    };
    return { environment, close };
  },
  isOfRules: true,
};

const settings = ['LLM_PROVIDER', 'LLM_MODEL', 'LLM_API_KEY', 'LLM_BASE_URL'] as const;

/** Any model, named by the settings of Tidemark with `TEST_` before them. */
const real: Answerer = {
  title: `with the model of TEST_LLM_MODEL (${process.env.TEST_LLM_MODEL ?? 'not set'})`,
  drawn: 1,
  begin: async () => {
    const given = settings.flatMap(name => {
      const value = process.env[`TEST_${name}`];
      return value === undefined ? [] : [[name, value] as const];
    });
    if (given.length === 0) return undefined;
    const environment = { ...Object.fromEntries(given), LLM_TOKENS_PER_DAY: '1000000000' };
    return { environment, close: async () => undefined };
  },
  isOfRules: false,
};

export const answerers: readonly Answerer[] = [rules, scripted, real];
