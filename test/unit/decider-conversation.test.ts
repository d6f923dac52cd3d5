import { randomUUID } from 'node:crypto';
import { type CommandPayload, commandVersion } from '../../schemas/commands/command.ts';
import { conversationId, conversationStream, questionId } from '../../schemas/copilot/ids.ts';
import { commandId, organizationId, sealed } from '../../schemas/ids.ts';
import { given, past } from '../support/given.ts';

const ours = organizationId('00000000-0000-4000-8000-00000000000a');
const theirs = organizationId('00000000-0000-4000-8000-00000000000b');
const id = conversationId('00000000-0000-4000-8000-000000000001');
const stream = conversationStream(id);
const conversation = { conversationId: id, organizationId: ours };
const text = (value: string) => ({ sealed: sealed(value) });

const command = <Payload extends CommandPayload>(payload: Payload, asking = ours) => ({
  ...payload,
  id: commandId(randomUUID()),
  version: commandVersion,
  stream,
  organizationId: asking,
  atMs: 1_000,
  correlationId: 'test',
  actor: 'test',
  requestHash: 'request',
});

const start = { type: 'StartConversation', data: conversation } as const;
const question = (name: string) => ({
  conversationId: id,
  questionId: questionId(name),
  question: text(name),
});
const ask = (name: string) => ({ type: 'AskQuestion', data: question(name) }) as const;
const answer = (name: string, value: string) => ({
  conversationId: id,
  questionId: questionId(name),
  answer: text(value),
  references: [],
});
const give = (name: string, value = 'answer') =>
  ({ type: 'GiveAnswer', data: answer(name, value) }) as const;

const started = past(stream, { type: 'ConversationStarted', data: conversation });
const asked = (name: string) =>
  past(stream, { type: 'QuestionAsked', data: { ...question(name), organizationId: ours } });
const given1 = past(stream, {
  type: 'AnswerGiven',
  data: { ...answer('one', 'answer'), organizationId: ours },
});

describe('a conversation', () => {
  it('starts once', () => {
    const facts = [{ type: 'ConversationStarted', data: conversation } as const];
    given().when(command(start)).expect({ stream, facts });
    given(started).when(command(start)).expect();
  });

  it('takes a question once, and its first answer', () => {
    given(started)
      .when(command(ask('one')))
      .expect({
        stream,
        facts: [{ type: 'QuestionAsked', data: { ...question('one'), organizationId: ours } }],
      });
    given(started, asked('one'))
      .when(command(ask('one')))
      .expect();
    given(started, asked('one'))
      .when(command(give('one')))
      .expect({
        stream,
        facts: [
          { type: 'AnswerGiven', data: { ...answer('one', 'answer'), organizationId: ours } },
        ],
      });
    given(started, asked('one'), given1)
      .when(command(give('one', 'other')))
      .expect();
  });

  it('is unknown to others, and has no answers to what was not asked', () => {
    given()
      .when(command(ask('one')))
      .rejects('not_found');
    given(started)
      .when(command(ask('one'), theirs))
      .rejects('not_found');
    given(started, asked('one'))
      .when(command(give('one'), theirs))
      .rejects('not_found');
    given(started, asked('one'))
      .when(command(give('two')))
      .rejects('not_found');
  });

  it('is deleted once with all that was asked in it, and is unknown from then on', () => {
    const deletion = { type: 'DeleteConversation', data: { conversationId: id } } as const;
    const questions = [questionId('one'), questionId('two')];
    const facts = [
      {
        type: 'ConversationDeleted',
        data: { ...conversation, startedAtMs: 0, questions },
      } as const,
    ];
    const before = [started, asked('one'), asked('two')];
    given(...before)
      .when(command(deletion))
      .expect({ stream, facts });
    given(...before)
      .when(command(deletion, theirs))
      .rejects('not_found');
    const deleted = [...before, ...facts.map(fact => past(stream, fact))];
    for (const wish of [deletion, ask('three'), give('one')])
      given(...deleted)
        .when(command(wish))
        .rejects('not_found');
    given(...deleted)
      .when(command(start))
      .expect();
  });

  it('ends with its two hundredth question', () => {
    const names = Array.from({ length: 200 }, (_, index) => `question ${index}`);
    given(started, ...names.slice(1).map(asked))
      .when(command(ask('last')))
      .expect({
        stream,
        facts: [{ type: 'QuestionAsked', data: { ...question('last'), organizationId: ours } }],
      });
    given(started, ...names.map(asked))
      .when(command(ask('last')))
      .rejects('limit_reached');
  });
});
