import { ok } from 'node:assert/strict';
import { JsonScanner } from '../../platform/otlp/json/scanner.ts';
import { replaySettingDefaults } from '../../schemas/replays/settings.ts';
import { maskEvents } from '../../services/ingest-api/replays/masking/mask-events.ts';
import { KnownNodes } from '../../services/ingest-api/replays/masking/nodes.ts';
import { Rewriter } from '../../services/ingest-api/replays/masking/rewriter.ts';
import { maskingOf } from '../../services/ingest-api/replays/masking/rules.ts';
import { countCalls } from '../support/count-calls.ts';
import { someOf } from '../support/property.ts';
import { countSteps } from '../support/regexp-steps/count.ts';
import { harmless } from '../support/scrub-corpus/harmless.ts';
import { recordedWith } from '../support/scrub-corpus/recorded.ts';
import { secrets } from '../support/scrub-corpus/secrets.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

/** A byte costs as much in a long chunk as in a short one, but for what is done once. */
const growthMax = 1.5;

const rules = maskingOf({
  ...replaySettingDefaults,
  maskSelectors: ['.secret', 'div.a[data-private]', '#hidden'],
  maskAttributes: ['title', 'data-*'],
});

/** Parts of a list, again and again, up to so many bytes. */
function ofLength(
  head: string,
  part: (index: number) => string,
  tail: string,
  bytes: number,
): Buffer {
  const parts = [head];
  for (let length = head.length + tail.length, index = 0; length < bytes; index++) {
    const next = part(index);
    length += next.length;
    parts.push(next);
  }
  return Buffer.from(parts.join('') + tail);
}

const pageHead = '[{"type":2,"timestamp":1,"data":{"node":{"type":0,"id":0,"childNodes":[';
const pageTail = '{"type":3,"textContent":"x","id":1}]}}}]';
const addsHead = `${pageHead}${pageTail.slice(0, -1)},{"type":3,"timestamp":1,"data":{"source":0,"adds":[`;
const dataHead = '[{"type":5,"timestamp":1,"data":[';

/** Chunks of every length that make a careless walk look at all of it again and again. */
const shapes: readonly (readonly [
  name: string,
  head: string,
  part: (index: number) => string,
  tail: string,
])[] = [
  [
    'a page',
    pageHead,
    index =>
      `{"type":2,"tagName":"div","attributes":{"class":"a b${index}"},"childNodes":[{"type":3,"textContent":"word","id":${2 * index}}],"id":${2 * index + 1}},`,
    pageTail,
  ],
  ['elements without anything', pageHead, () => '{},', pageTail],
  [
    'one in the other',
    addsHead,
    index =>
      `{"parentId":${index},"node":{"type":2,"tagName":"a","attributes":{},"id":${index + 1}}},`,
    '{}]}}]',
  ],
  [
    'texts in the deepest',
    addsHead,
    () => '{"parentId":7,"node":{"type":3,"textContent":"a","id":8}},',
    '{}]}}]',
  ],
  [
    'attributes of one element',
    `${pageHead}{"type":2,"tagName":"a","attributes":{`,
    index => `"class":"a${index}",`,
    `"b":1}},${pageTail}`,
  ],
  ['empty values', dataHead, () => '{},', '0]}]'],
  [
    'lists in lists',
    dataHead,
    () => `${'['.repeat(40)}"${'x'.repeat(400)}"${']'.repeat(40)},`,
    '0]}]',
  ],
  ['one text', '[{"type":5,"timestamp":1,"data":"', () => 'word \\" ', '"}]'],
  ['secrets', dataHead, () => '{"pin":1,"password":"abc"},', '0]}]'],
  [
    'changes of one text',
    `${pageHead}${pageTail.slice(0, -1)},`,
    () => '{"type":3,"timestamp":1,"data":{"source":0,"texts":[{"id":1,"value":"a"}]}},',
    '{"type":3,"timestamp":1}]',
  ],
];

describe('The steps of masking a recorded session', function () {
  this.timeout(600_000);

  it('are in proportion to its bytes for every hostile shape', () => {
    for (const [name, head, part, tail] of shapes) {
      const stepsPerByte = (bytes: number): number => {
        const chunk = ofLength(head, part, tail, bytes);
        const calls = countCalls([JsonScanner, KnownNodes, Rewriter], () =>
          maskEvents(chunk, rules),
        );
        return calls / chunk.length;
      };
      const [short = 0, middle = 0, long = 0] = [16 * KiB, 128 * KiB, MiB].map(stepsPerByte);
      // Values up to 64 KiB are read at once, longer ones piece by piece.
      ok(
        long <= growthMax * Math.max(short, middle),
        `${name}: ${short}, ${middle} and ${long} for each byte`,
      );
    }
  });

  it('of patterns are in proportion to pages of secrets and of harmless words, from 1 KiB to 1 MiB', () => {
    const all = someOf([...secrets, ...harmless], 8).flatMap(({ value }) =>
      recordedWith(value).flatMap(({ events }) => events.map(event => `${JSON.stringify(event)},`)),
    );
    const stepsPerByte = (bytes: number): number => {
      const chunk = ofLength(
        '[',
        index => all[index % all.length] ?? '',
        '{"type":3,"timestamp":1}]',
        bytes,
      );
      return countSteps(() => maskEvents(chunk, rules)) / chunk.length;
    };
    const [least = 0, short = 0, long = 0] = [KiB, 128 * KiB, MiB].map(stepsPerByte);
    ok(long <= growthMax * Math.max(least, short), `${least}, ${short} and ${long} for each byte`);
  });
});
