import { deepEqual, doesNotMatch, equal } from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Content,
  type MessageLimits,
  messagesOf,
} from '../../services/query-api/core/llm/messages.ts';
import { holds } from '../support/property.ts';

const limits: MessageLimits = { messagesMax: 10, messageCharactersMax: 200, cutCharacters: 30 };
const read = (contents: Readonly<Record<string, unknown>>, more: Partial<Content> = {}) =>
  messagesOf(
    Object.entries(contents).map(([name, value]) => ({
      name,
      text: typeof value === 'string' ? value : JSON.stringify(value),
      isCut: false,
      ...more,
    })),
    limits,
  );
const said = (...given: Parameters<typeof read>) =>
  read(...given).map(({ role, content }) => `${role}: ${content}`);

describe('messages of calls of language models', () => {
  it('are read from today’s attributes', () => {
    deepEqual(
      said({
        'gen_ai.system_instructions': [{ type: 'text', content: 'Be brief.' }],
        'gen_ai.input.messages': [
          { role: 'user', parts: [{ type: 'text', content: 'Hello' }] },
          { role: 'assistant', parts: [{ type: 'tool_call', name: 'find', arguments: { q: 1 } }] },
        ],
        'gen_ai.output.messages': [
          { role: 'assistant', parts: [{ type: 'text', content: 'Hi' }], finish_reason: 'stop' },
        ],
      }),
      [
        'system: Be brief.',
        'user: Hello',
        'assistant: {"type":"tool_call","name":"find","arguments":{"q":1}}',
        'assistant: Hi',
      ],
    );
  });

  it('are read from earlier attributes, those of OpenLLMetry, OpenInference and the AI SDK', () => {
    deepEqual(
      said({
        'gen_ai.prompt.0.role': 'system',
        'gen_ai.prompt.0.content': 'Be brief.',
        'gen_ai.prompt.1.content': 'Hello',
        'gen_ai.completion.0.content': 'Hi',
      }),
      ['system: Be brief.', 'user: Hello', 'assistant: Hi'],
    );
    deepEqual(
      said({
        'llm.input_messages.0.message.role': 'user',
        'llm.input_messages.0.message.content': 'Hello',
        'llm.output_messages.0.message.content': 'Hi',
      }),
      ['user: Hello', 'assistant: Hi'],
    );
    deepEqual(
      said({
        'ai.prompt': { system: 'x', messages: [{ role: 'user', content: 'Hello' }] },
        'ai.response.text': 'Hi',
      }),
      ['user: Hello', 'assistant: Hi'],
    );
    deepEqual(said({ 'gen_ai.prompt': 'Hello', 'gen_ai.completion': 'Hi' }), [
      'user: Hello',
      'assistant: Hi',
    ]);
  });

  it('are read from events', () => {
    deepEqual(
      said({
        'gen_ai.system.message': { content: 'Be brief.' },
        'gen_ai.user.message': { content: 'Hello' },
        'gen_ai.choice': { index: 0, message: { role: 'assistant', content: 'Hi' } },
        'gen_ai.content.prompt': { 'gen_ai.prompt': '[{"role":"user","content":"Again"}]' },
        'gen_ai.client.inference.operation.details': {
          'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"More"}]}]',
          'gen_ai.output.messages': '[{"role":"assistant","parts":[{"content":"No"}]}]',
        },
      }),
      [
        'system: Be brief.',
        'user: Hello',
        'assistant: Hi',
        'user: Again',
        'user: More',
        'assistant: No',
      ],
    );
  });

  it('have no secrets in them, in whatever form they were sent', () => {
    const secrets = 'mail ada@example.com, password=hunter2';
    const shown = [
      ...read({ 'gen_ai.input.messages': [{ role: 'user', content: secrets }] }),
      ...read({ 'gen_ai.prompt.0.content': secrets, 'ai.response.text': secrets }),
      ...read({ 'gen_ai.user.message': { content: secrets } }),
      ...read({ 'gen_ai.tool.call.arguments': { password: 'hunter2', to: 'ada@example.com' } }),
    ];
    equal(shown.length, 5);
    for (const { content } of shown) doesNotMatch(content, /ada@|hunter2/);
  });

  it('are the last ones, and shortened where they are long', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ role: 'user', content: `${index}` }));
    deepEqual(
      read({ 'gen_ai.input.messages': many }).map(({ content }) => content),
      many.slice(2).map(({ content }) => content),
    );
    const [long] = read({ 'gen_ai.prompt': 'x'.repeat(300) });
    deepEqual([long?.content.length, long?.is_shortened], [200, true]);
  });

  it('have no rest of a secret where their begin is cut, and whole ones behind it', () => {
    const isCut = true;
    const [rest] = read({ 'gen_ai.prompt': `me@example.com ${'y'.repeat(100)}` }, { isCut });
    deepEqual([rest?.content, rest?.is_shortened], ['y'.repeat(87), true]);
    const list = '-key","content":"x"},{"role":"user","content":"Hello"}]';
    deepEqual(said({ 'gen_ai.input.messages': list }, { isCut }), ['user: Hello']);
  });

  it('can be anything', () =>
    holds(
      fc.property(
        fc.constantFrom('gen_ai.input.messages', 'gen_ai.choice', 'gen_ai.prompt.1.content'),
        fc.oneof(fc.json(), fc.string()),
        fc.boolean(),
        (name, text, isCut) =>
          messagesOf([{ name, text, isCut }], limits).every(
            ({ content }) => content.length <= limits.messageCharactersMax,
          ),
      ),
      500,
    ));
});
