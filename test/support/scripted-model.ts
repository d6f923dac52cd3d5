import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Readonly<Record<string, unknown>>;
export type Protocol = 'openai' | 'anthropic';

/** A request as the script sees it, whatever the protocol. */
export type ModelStep = {
  /** Which request to this server, from 0. */
  readonly index: number;
  readonly model: string;
  readonly key: string;
  readonly instructions: string;
  /** Texts of people and of the model, in order. */
  readonly said: readonly string[];
  /** Results of all calls so far, in order. */
  readonly results: readonly string[];
  readonly tools: readonly string[];
  /** The model may call tools. */
  readonly mayCall: boolean;
  readonly body: Json;
};

export type ModelReply =
  | {
      readonly text?: string;
      readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
      /** [input, output, of the input those of a cache]; absent: the server does not count. */
      readonly tokens?: readonly [number, number, number?];
      /** The response stays open after its text. */
      readonly hangs?: true;
      /** The response breaks off after its text. */
      readonly breaks?: true;
    }
  | { readonly status: number; readonly message: string };

export type Script = (step: ModelStep) => ModelReply | Promise<ModelReply>;

export type ScriptedModel = {
  /** As `LLM_BASE_URL` takes it. */
  readonly url: string;
  readonly steps: readonly ModelStep[];
  /** Responses that were given up by the client before their end. */
  readonly givenUp: () => number;
  readonly close: () => Promise<void>;
};

/** A server of language models that answers as a script says, with the streams of a protocol. */
export async function startScriptedModel(
  protocol: Protocol,
  script: Script,
): Promise<ScriptedModel> {
  const steps: ModelStep[] = [];
  let givenUp = 0;
  const server = createServer(async (request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) givenUp++;
    });
    const step = await stepOf(protocol, request, steps.length);
    steps.push(step);
    await reply(protocol, step, await script(step), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    steps,
    givenUp: () => givenUp,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Message = { readonly role: string; readonly content: unknown; readonly type?: string };
type Block = {
  readonly type: string;
  readonly text?: string;
  readonly content?: unknown;
};

type Content = { readonly content?: unknown };

const blocksOf = ({ content }: Content): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : ((content ?? []) as Block[]);

const textsOf = (message: Content): string[] =>
  blocksOf(message).flatMap(({ type, text }) => (type === 'text' && text ? [text] : []));

async function stepOf(
  protocol: Protocol,
  request: IncomingMessage,
  index: number,
): Promise<ModelStep> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Json;
  const { authorization = '', 'x-api-key': apiKey } = request.headers;
  const key = protocol === 'openai' ? authorization.replace('Bearer ', '') : String(apiKey);
  const read = protocol === 'openai' ? openaiStep(body) : anthropicStep(body);
  return { index, key, model: String(body.model), body, ...read };
}

type Read = Pick<ModelStep, 'instructions' | 'said' | 'results' | 'tools' | 'mayCall'>;

function openaiStep({ messages, tools = [], tool_choice: choice }: Json): Read {
  const all = messages as readonly Message[];
  const of = (...roles: string[]) =>
    all.filter(({ role }) => roles.includes(role)).flatMap(textsOf);
  return {
    instructions: of('system').join('\n'),
    said: of('user', 'assistant'),
    results: of('tool'),
    tools: (tools as { function: { name: string } }[]).map(each => each.function.name),
    mayCall: choice !== 'none',
  };
}

function anthropicStep({ system, messages, tools = [], tool_choice: choice }: Json): Read {
  const all = messages as readonly Message[];
  return {
    instructions: textsOf({ content: system }).join('\n'),
    said: all.flatMap(textsOf),
    results: all
      .flatMap(blocksOf)
      .filter(({ type }) => type === 'tool_result')
      .map(block => textsOf(block).join('')),
    tools: (tools as { name: string }[]).map(({ name }) => name),
    mayCall: (choice as Json | undefined)?.type !== 'none',
  };
}

async function reply(
  protocol: Protocol,
  step: ModelStep,
  given: ModelReply,
  response: ServerResponse,
): Promise<void> {
  if ('status' in given) {
    response.writeHead(given.status, { 'Content-Type': 'application/json' });
    response.end(
      JSON.stringify({ type: 'error', error: { type: 'error', message: given.message } }),
    );
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const { begin, end } = (protocol === 'openai' ? openaiEvents : anthropicEvents)(step, given);
  for (const event of begin) response.write(event);
  if (given.hangs) return;
  if (given.breaks) response.write('\n', () => response.destroy());
  else response.end(end.join(''));
}

type Said = Exclude<ModelReply, { readonly status: number }>;
type Events = { readonly begin: readonly string[]; readonly end: readonly string[] };

/** Text comes in two pieces, as from a model. */
const halves = (text: string): string[] =>
  [text.slice(0, text.length / 2), text.slice(text.length / 2)].filter(half => half !== '');

function openaiEvents({ index }: ModelStep, { text = '', calls = [], tokens }: Said): Events {
  const chunk = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ id: `chat-${index}`, object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const usage = tokens && {
    prompt_tokens: tokens[0],
    completion_tokens: tokens[1],
    total_tokens: tokens[0] + tokens[1],
    prompt_tokens_details: { cached_tokens: tokens[2] ?? 0 },
  };
  return {
    begin: [
      chunk({ role: 'assistant', content: '' }),
      ...halves(text).map(content => chunk({ content })),
    ],
    end: [
      ...calls.map(({ name, input }, at) =>
        chunk({
          tool_calls: [
            {
              index: at,
              id: `call-${index}-${at}`,
              type: 'function',
              function: { name, arguments: JSON.stringify(input) },
            },
          ],
        }),
      ),
      chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
      ...(usage
        ? [
            `data: ${JSON.stringify({ id: 'u', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [], usage })}\n\n`,
          ]
        : []),
      'data: [DONE]\n\n',
    ],
  };
}

function anthropicEvents(
  { index }: ModelStep,
  { text = '', calls = [], tokens = [0, 0] }: Said,
): Events {
  const event = (type: string, rest: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
  const [input, output, cached = 0] = tokens;
  const usage = { input_tokens: input - cached, cache_read_input_tokens: cached, output_tokens: 1 };
  const block = (at: number, content_block: object, deltas: readonly object[]): string[] => [
    event('content_block_start', { index: at, content_block }),
    ...deltas.map(delta => event('content_block_delta', { index: at, delta })),
  ];
  const stop = (at: number): string => event('content_block_stop', { index: at });
  const texts = halves(text).map(half => ({ type: 'text_delta', text: half }));
  const first = text === '' ? 0 : 1;
  return {
    begin: [
      event('message_start', {
        message: {
          id: `msg-${index}`,
          type: 'message',
          role: 'assistant',
          model: 'scripted',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage,
        },
      }),
      ...(text === '' ? [] : block(0, { type: 'text', text: '' }, texts)),
    ],
    end: [
      ...(text === '' ? [] : [stop(0)]),
      ...calls.flatMap(({ name, input: given }, at) => [
        ...block(first + at, { type: 'tool_use', id: `toolu_${index}_${at}`, name, input: {} }, [
          { type: 'input_json_delta', partial_json: JSON.stringify(given) },
        ]),
        stop(first + at),
      ]),
      event('message_delta', {
        delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
        usage: { output_tokens: output },
      }),
      event('message_stop', {}),
    ],
  };
}
