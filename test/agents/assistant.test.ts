import { equal, match, ok } from 'node:assert/strict';
import { dayMs, hourMs, minuteMs } from '../../schemas/durations.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { seededRandom } from '../../services/cli/demo/random.ts';
import { callApi } from '../support/api-call.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { textOf } from '../support/otel-send.ts';
import { text, traces } from '../support/otlp.ts';
import { isWhole, seed, someOf } from '../support/property.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { type Answerer, answerers, type Begun } from './answerers.ts';
import { gradeOf } from './grade.ts';
import { morePhrasings, phrasings } from './phrasings.ts';
import { history, type Scenario, scenarios } from './scenarios.ts';
import type { Sent } from './world.ts';

/** Of all answers, in percent. */
const rightMin = 90;
const spansOfRequestMax = 2_000;
const historyMinutes = 180;

for (const answerer of answerers) graded(answerer);

function graded({ title, drawn, begin, isOfRules }: Answerer): void {
  describe(`the assistant ${title}, graded by what happened`, function () {
    this.timeout(900_000);
    /** Half past three in the afternoon, so that lunch is over. */
    const endMs = Math.floor((Date.now() - 15.5 * hourMs) / dayMs) * dayMs + 15.5 * hourMs;
    const clock = (): number => endMs + 5_000;
    let server: ObservedServer;
    let model: Begun;
    const grades: boolean[] = [];

    before(async function () {
      const begun = await begin();
      if (begun === undefined) return this.skip();
      model = begun;
      server = await startObservedServer({ clock, environment: begun.environment });
    });
    after(async () => {
      await server?.close();
      await model?.close();
    });

    const send = async (reader: Reader, sent: readonly Sent[]): Promise<void> => {
      const sources = new Set(
        sent.map(({ service, version }) => JSON.stringify([service, version])),
      );
      for (const source of sources) {
        const [service, version] = JSON.parse(source) as [string, string];
        const own = sent.filter(each => each.service === service && each.version === version);
        const attributes = [text('service.name', service), text('service.version', version)];
        for (let from = 0; from < own.length; from += spansOfRequestMax) {
          const spans = own.slice(from, from + spansOfRequestMax).map(({ span }) => span);
          const [resource] = traces(spans, service).resourceSpans;
          const body = { resourceSpans: [{ ...resource, resource: { attributes } }] };
          equal((await reader.send(textOf(body))).status, 200);
        }
      }
    };

    const ask = async (reader: Reader, question: string): Promise<string> => {
      const { status, body } = await callApi<ResponseOf<'askCopilot'>>(server.url, {
        method: 'POST',
        path: '/v1/copilot/ask',
        key: reader.key,
        body: { question },
        headers: { Accept: 'application/json' },
      });
      equal(status, 200, JSON.stringify(body));
      return body.answer;
    };

    const play = async (scenario: Scenario, at: number) => {
      const random = seededRandom(seed + at);
      const reader = await readerOf(server, scenario.name.replaceAll(' ', '-'));
      const onsetMs = endMs - (40 + Math.floor(random() * 60)) * minuteMs;
      await send(reader, history(scenario, { endMs, onsetMs, minutes: historyMinutes }, random));
      await server.caughtUp();
      return { reader, onsetMs };
    };

    const questionsAbout = ({ facts, complaint }: Scenario): readonly string[] => {
      const service = facts[0]?.service ?? 'checkout';
      return [
        ...phrasings(service, complaint),
        ...(isWhole ? morePhrasings(service, complaint) : []),
      ];
    };

    const grade = (scenario: Scenario, onsetMs: number, question: string, answer: string) => {
      const { isRight, missing } = gradeOf({ question, answer, isOfRules }, scenario, onsetMs);
      grades.push(isRight);
      if (!isRight || process.env.TEST_SHOW)
        process.stdout.write(`      ${question} → misses ${missing.join(', ')}\n${answer}\n\n`);
    };

    const played = someOf(scenarios, drawn);
    for (const [at, scenario] of played.entries())
      it(`${scenario.name}: names service, operation, begin and cause`, async () => {
        const { reader, onsetMs } = await play(scenario, at);
        for (const question of questionsAbout(scenario))
          grade(scenario, onsetMs, question, await ask(reader, question));
      });

    it(`are right in ${rightMin} % of all questions`, () => {
      const right = grades.filter(Boolean).length;
      process.stdout.write(`      ${right} of ${grades.length} right, TEST_SEED=${seed}\n`);
      ok(grades.length >= played.length * 5);
      ok((100 * right) / grades.length >= rightMin);
    });

    if (isOfRules)
      it('asks about the name of a service with a typing error, and says what it does not understand', async () => {
        const { reader } = await play(scenarios[0] as Scenario, 99);
        match(
          await ask(reader, 'why is chekout failing?'),
          /There is no service chekout\. Do you mean checkout\?/,
        );
        match(await ask(reader, 'sing me a song'), /^I do not understand the question\./);
      });
  });
}
