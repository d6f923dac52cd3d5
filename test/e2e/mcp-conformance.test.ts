import { deepEqual, ok } from 'node:assert/strict';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { type Message, startRenamingRelay } from '../support/conformance/renaming-relay.ts';
import { type Findings, runScenarios, scenarios } from '../support/conformance/run.ts';
import { openMcpClient } from '../support/mcp-client.ts';
import { freshSpan } from '../support/otel-send.ts';
import { type Reader, readerOf } from '../support/reader.ts';

/** Scenarios that any server can pass. */
const plain = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

/** The trace of the scenario that fills in a template. */
const traceId = '123'.padStart(32, '0');
const absent = 'f'.repeat(32);

/** Scenarios that want a tool, a resource or a prompt of a fixed name, and what of ours stands in its place. */
const renamed: Readonly<Record<string, (message: Message) => Message['params']>> = {
  'tools-call-simple-text': named('test_simple_text', () => ({
    name: 'list_services',
    arguments: {},
  })),
  'tools-call-error': named('test_error_handling', () => ({
    name: 'get_trace_detail',
    arguments: { trace_id: absent },
  })),
  'resources-read-text': named('test://static-text', () => ({ uri: 'tidemark://services' })),
  'resources-templates-read': named('test://template/123/data', () => ({
    uri: `tidemark://traces/${traceId}`,
  })),
  'prompts-get-simple': named('test_simple_prompt', () => ({ name: 'weekly_review' })),
  'prompts-get-with-args': named('test_prompt_with_arguments', ({ arg1, arg2 }) => ({
    name: 'write_rule',
    arguments: { wish: `${arg1} ${arg2}` },
  })),
};

/** Scenarios of what the server neither has nor says that it has, and why. */
const notOffered: Readonly<Record<string, string>> = {
  'logging-set-level': 'no logging to clients, no capability for it',
  'completion-complete': 'no completions of arguments, no capability for it',
  'resources-subscribe': 'resources are read anew, no capability for subscriptions',
  'resources-unsubscribe': 'the same',
  'resources-read-binary': 'all resources are JSON',
  'prompts-get-embedded-resource': 'prompts are text',
  'prompts-get-with-image': 'prompts are text',
  'tools-call-image': 'tools give text and structured content',
  'tools-call-audio': 'the same',
  'tools-call-embedded-resource': 'the same',
  'tools-call-mixed-content': 'the same',
  'tools-call-with-logging': 'no logging to clients',
  'tools-call-with-progress': 'an answer is one JSON body, without notifications before it',
  'tools-call-sampling': 'the server is stateless: it asks nothing of clients',
  'tools-call-elicitation': 'the same',
  'elicitation-sep1034-defaults': 'the same',
  'elicitation-sep1330-enums': 'the same',
  'server-sse-multiple-streams': 'no sessions: every message stands for itself',
  'server-sse-polling': 'the same',
  'json-schema-2020-12': 'wants a tool whose schema has `$defs`; arguments of tools have none',
};

onBothEngines('scenarios of conformance with the protocol', function (start) {
  this.timeout(300_000);
  let tidemark: WholeTidemark;
  let ada: Reader;
  let direct: Findings;
  let relayed: Findings;

  before(async function () {
    tidemark = await start(this);
    ada = await readerOf(tidemark, 'ada');
    await ada.sendSpans([freshSpan({ traceId })]);
    await tidemark.caughtUp();
    direct = await runScenarios(`${tidemark.url}/mcp?api_key=${ada.key}`);
    const relay = await startRenamingRelay(`${tidemark.url}/mcp`, ada.key, ours);
    relayed = await runScenarios(relay.url).finally(relay.close);
  });
  after(() => tidemark?.close());

  it('each have a place here', async () => {
    const known = [...plain, ...Object.keys(renamed), ...Object.keys(notOffered)];
    deepEqual(known.toSorted(), (await scenarios()).toSorted());
  });

  const statusesOf = (scenario: string, findings: Findings): readonly string[] => {
    const checks = findings.get(scenario) ?? [];
    ok(checks.length > 0, 'expected checks');
    return checks.map(({ status, errorMessage = '' }) => `${status} ${errorMessage}`.trim());
  };

  const expectPassed = (scenario: string, findings: Findings): void =>
    deepEqual([...new Set(statusesOf(scenario, findings))], ['SUCCESS']);

  for (const scenario of plain) it(`are passed: ${scenario}`, () => expectPassed(scenario, direct));
  for (const scenario of Object.keys(renamed))
    it(`are passed with things of ours: ${scenario}`, () => expectPassed(scenario, relayed));
  for (const [scenario, reason] of Object.entries(notOffered))
    it(`are not for this server: ${scenario} (${reason})`, () =>
      ok(!statusesOf(scenario, direct).includes('SUCCESS'), 'expected it among those that pass'));

  it('are not for this server where it says that it has no such thing', async () => {
    const client = await openMcpClient(tidemark.url, { 'X-API-Key': ada.key });
    const { logging, completions, resources } = client.client.getServerCapabilities() ?? {};
    deepEqual([logging, completions, resources?.subscribe], [undefined, undefined, undefined]);
    await client.close();
  });
});

function named(
  wanted: string,
  own: (given: Readonly<Record<string, string>>) => Message['params'],
): (message: Message) => Message['params'] {
  return ({ params }) =>
    params?.name === wanted || params?.uri === wanted ? own(params.arguments ?? {}) : undefined;
}

/** The message with the name of ours. */
function ours(message: Message): Message {
  for (const rename of Object.values(renamed)) {
    const params = rename(message);
    if (params !== undefined) return { ...message, params };
  }
  return message;
}
