import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { inspect } from 'node:util';
import { Unavailable } from '../../platform/errors.ts';
import type {
  LanguageModel,
  ModelSettings,
  ModelTask,
  ModelTokens,
  ModelTool,
} from '../../platform/language-model/port.ts';
import {
  type Protocol,
  type Script,
  type ScriptedModel,
  startScriptedModel,
} from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

type Opened = LanguageModel & { readonly close: () => Promise<void> };

export function languageModelContract(
  provider: Protocol,
  open: (settings: ModelSettings) => Opened,
): void {
  describe(`language model: ${provider}`, () => {
    let server: ScriptedModel;
    let model: Opened;
    const begin = async (script: Script): Promise<void> => {
      server = await startScriptedModel(provider, script);
      const settings = { provider, model: 'scripted', apiKey: 'secret' };
      model = open({ ...settings, baseUrl: server.url });
    };
    afterEach(async () => {
      await model?.close();
      await server?.close();
    });

    it('gives text as it comes, and counts its tokens', async () => {
      await begin(() => ({ text: 'All is well.', tokens: [120, 8, 100] }));
      const { pieces, tokens } = await ask(model);
      deepEqual(pieces, ['All is', ' well.']);
      deepEqual(tokens, [{ input: 120, cachedInput: 100, cacheWrites: 0, output: 8 }]);
      const [step] = server.steps;
      deepEqual([step?.key, step?.model, step?.said], ['secret', 'scripted', ['How is it?']]);
      match(step?.instructions ?? '', /^Answer/);
    });

    it('lets it call tools, several at once, until it answers', async () => {
      const called: unknown[] = [];
      const look = tool('look', async input => {
        called.push(input);
        return `saw ${JSON.stringify(input)}`;
      });
      await begin(({ results }) =>
        results.length === 0
          ? { text: 'I look.', calls: [1, 2].map(n => ({ name: 'look', input: { n } })) }
          : { text: results.join('; '), tokens: [10, 5] },
      );
      const { pieces } = await ask(model, { tools: [look] });
      deepEqual(called, [{ n: 1 }, { n: 2 }]);
      equal(pieces.join(''), 'I look.\n\nsaw {"n":1}; saw {"n":2}');
      deepEqual(server.steps[0]?.tools, ['look']);
    });

    it('tells it that there is no such tool', async () => {
      await begin(({ results }) =>
        results.length === 0
          ? { calls: [{ name: 'delete_all', input: {} }] }
          : { text: results.join() },
      );
      const { pieces } = await ask(model, { tools: [tool('look', async () => 'x')] });
      match(pieces.join(''), /delete_all/);
    });

    it('lets it only answer in the last step, and after its tokens are used', async () => {
      const look = tool('look', async () => 'more');
      const always: Script = ({ mayCall }) =>
        mayCall
          ? { calls: [{ name: 'look', input: {} }], tokens: [100, 10] }
          : { text: 'what I know' };
      await begin(always);
      equal((await ask(model, { tools: [look], stepsMax: 3 })).pieces.join(''), 'what I know');
      equal(server.steps.length, 3);
      match(server.steps[2]?.instructions ?? '', /no further tool can be called/);
      const bounded = { tools: [look], stepsMax: 9, tokensMax: 150 };
      equal((await ask(model, bounded)).pieces.join(''), 'what I know');
      equal(server.steps.length, 3 + 3);
      ok(server.steps.every(({ body }) => body.max_tokens === 50));
    });

    it('tries again what failed in passing', async () => {
      await begin(({ index }) =>
        index === 0 ? { status: 503, message: 'busy' } : { text: 'Here.', tokens: [1, 1] },
      );
      const { pieces, tokens } = await ask(model);
      equal(pieces.join(''), 'Here.');
      equal(tokens.length, 1);
    });

    it('says what it refuses, without the question, and counts nothing', async () => {
      await begin(() => ({ status: 401, message: 'wrong key' }));
      const tokens: ModelTokens[] = [];
      await rejects(ask(model, { tokens }), error => {
        ok(error instanceof Unavailable);
        equal(error.message, 'it does not accept the key (HTTP 401)');
        equal(inspect(error, { depth: 10 }).includes('How is it?'), false);
        match(inspect(error), /wrong key/);
        return true;
      });
      deepEqual(tokens, []);
    });

    it('estimates what a response took that breaks off', async () => {
      await begin(() => ({ text: 'Half an ans', breaks: true }));
      const tokens: ModelTokens[] = [];
      await rejects(ask(model, { tokens }), Unavailable);
      equal(tokens.length, 1);
      ok((tokens[0]?.input ?? 0) > 0 && (tokens[0]?.output ?? 0) > 0);
    });

    it('rejects an answer without text', async () => {
      await begin(() => ({ tokens: [5, 0] }));
      await rejects(ask(model), /it gave no answer/);
    });

    it('rejects where nobody listens', async () => {
      await begin(() => ({ text: '' }));
      await server.close();
      await rejects(ask(model), Unavailable);
      await begin(() => ({ text: '' }));
    });

    it('ends a response that is given up, and counts it', async () => {
      await begin(() => ({ text: 'A long', hangs: true }));
      const ending = new AbortController();
      const tokens: ModelTokens[] = [];
      const asking = ask(model, { tokens, signal: ending.signal });
      const ended = rejects(asking, /given up/);
      await until('the response to begin', () => server.steps.length > 0);
      ending.abort(new Error('given up'));
      await ended;
      await until('the server to know it', () => server.givenUp() > 0);
      equal(tokens.length, 1);
    });

    it('ends it too where its reader stops reading', async () => {
      await begin(() => ({ text: 'A long', hangs: true }));
      for await (const piece of model.answer(taskOf())) {
        equal(piece, 'A l');
        break;
      }
      await until('the server to know it', () => server.givenUp() > 0);
    });
  });
}

const tool = (name: string, call: ModelTool['call']): ModelTool => ({
  name,
  description: 'Looks.',
  inputSchema: { type: 'object', properties: { n: { type: 'integer' } } },
  call,
});

type Wish = {
  readonly tools?: readonly ModelTool[];
  readonly stepsMax?: number;
  readonly tokensMax?: number;
  readonly signal?: AbortSignal;
  readonly tokens?: ModelTokens[];
};

const taskOf = ({
  tools = [],
  stepsMax = 5,
  tokensMax = 1_000_000,
  signal = new AbortController().signal,
  tokens = [],
}: Wish = {}): ModelTask => ({
  instructions: 'Answer in one sentence.',
  messages: [{ role: 'user', text: 'How is it?' }],
  tools,
  limits: { stepsMax, outputTokensMax: 50, tokensMax },
  used: each => void tokens.push(each),
  signal,
});

async function ask(model: LanguageModel, wish: Wish = {}) {
  const { tokens = [] } = wish;
  const pieces: string[] = [];
  for await (const piece of model.answer(taskOf({ ...wish, tokens }))) pieces.push(piece);
  return { pieces, tokens };
}
