import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { KeyOwner } from '../../platform/keyring/port.ts';
import { storedUserIds } from '../../platform/privacy/replay-users.ts';
import { organizationId } from '../../schemas/ids.ts';
import type { Json } from '../../schemas/json.ts';
import { replaySettingDefaults } from '../../schemas/replays/settings.ts';
import { maskedMetadata } from '../../services/ingest-api/replays/masking/metadata.ts';
import { maskingOf } from '../../services/ingest-api/replays/masking/rules.ts';
import { parseSelector } from '../../services/ingest-api/replays/masking/selectors.ts';
import {
  custom,
  element,
  input,
  masked,
  maskedText,
  mutation,
  page,
  type RecordedEvent,
  type RecordedNode,
  text,
} from '../support/recorded-events.ts';

const style = (css: string): RecordedNode =>
  element(1, 'style', { _cssText: css, media: 'all' }, [text(2, css)]);

const dataOf = (event: RecordedEvent | undefined) => event?.data as { [name: string]: Json };

/** The first node of a page. */
const nodeOf = (event: RecordedEvent | undefined) => {
  const { childNodes } = dataOf(event).node as { childNodes: RecordedNode[] };
  return childNodes[0] as RecordedNode & {
    readonly attributes: { [name: string]: Json };
    readonly childNodes: readonly RecordedNode[];
  };
};

describe('Masking of recorded sessions', () => {
  it('puts a star for each character of text and keeps white space', () => {
    const [event] = masked([page(element(1, 'p', {}, [text(2, 'Grüße, 😀\n\tAda')]))], {
      maskText: true,
    });
    equal(nodeOf(event).childNodes[0]?.textContent, '****** *\n\t***');
  });

  it('keeps style sheets, style attributes and pictures, also where all is masked', () => {
    const picture = `data:image/png;base64,${'AKIA'.repeat(500)}`;
    const css =
      'a[href^="tel:"] { content: "token: x"; background: url("data:image/svg+xml;utf8,<svg/>") }';
    const sent = [
      page(style(css)),
      page(element(1, 'img', { src: picture, style: 'width: 4px; --token: a', class: 'secret' })),
      { type: 3, data: { source: 8, id: 1, adds: [{ rule: css, index: 0 }] }, timestamp: 1 },
      {
        type: 3,
        data: { source: 15, id: 1, styles: [{ styleId: 1, rules: [{ rule: css }] }] },
        timestamp: 1,
      },
      mutation({ attributes: [{ id: 1, attributes: { style: { color: 'red', width: false } } }] }),
    ];
    deepEqual(masked(sent), sent);
    const strict = { maskText: true, maskSelectors: ['style', '.never'] };
    deepEqual(masked(sent.toSpliced(1, 1), strict), sent.toSpliced(1, 1));
  });

  it('masks secrets in the addresses of style sheets', () => {
    const css =
      'a { background: url(https://ada:tr0ub4dor@a.example/b.png) } @import "/c?token=abc123";';
    const [event] = masked([page(style(css))]);
    equal(
      nodeOf(event).attributes._cssText,
      'a { background: url(https://ada:[REDACTED:password]@a.example/b.png) } @import "/c?token=[REDACTED:sensitive_name]";',
    );
  });

  it('masks what users type, and no names of buttons', () => {
    const fields = [
      element(1, 'input', { type: 'text', value: 'Ada L' }),
      element(2, 'input', { type: 'submit', value: 'Pay now' }),
      element(3, 'input', { type: 'checkbox', value: 'yes', checked: true }),
      element(4, 'textarea', { value: 'two\nlines' }, [text(5, 'two\nlines')]),
      element(6, 'select', { value: 'red' }, [
        element(7, 'option', { value: 'red' }, [text(8, 'Red')]),
      ]),
      element(9, 'li', { value: 3 }),
    ];
    const values = (settings: object) => {
      const [event] = masked([page(element(100, 'form', {}, fields))], settings);
      const nodes = nodeOf(event).childNodes as unknown as (typeof fields)[number][];
      return nodes.map(({ attributes }) => (attributes as { value: Json }).value);
    };
    deepEqual(values({}), ['*** *', 'Pay now', 'yes', '***\n*****', '***', 3]);
    deepEqual(values({ maskInputs: false }), ['Ada L', 'Pay now', 'yes', 'two\nlines', 'red', 3]);
    const typed = [input(1, 'Ada L')];
    equal(dataOf(masked(typed)[0]).text, '*** *');
    equal(dataOf(masked(typed, { maskInputs: false })[0]).text, 'Ada L');
    const changed = mutation({ attributes: [{ id: 77, attributes: { value: 'typed' } }] });
    match(JSON.stringify(masked([changed])), /"value":"\*{5}"/u);
  });

  it('masks passwords although nothing else that is typed is masked', () => {
    const form = page(
      element(100, 'form', {}, [
        element(1, 'input', { type: 'password', value: 'tr0ub4dor' }),
        element(2, 'input', { type: 'text', autocomplete: 'cc-number', value: '4' }),
      ]),
    );
    const events = [
      form,
      input(1, 'tr0ub4dor&3'),
      input(2, '41'),
      mutation({ attributes: [{ id: 1, attributes: { type: 'text', value: 'shown' } }] }),
    ];
    const stored = JSON.stringify(masked(events, { maskInputs: false }));
    for (const secret of ['tr0ub4dor', '"41"', '"4"', 'shown'])
      equal(stored.includes(secret), false, secret);
  });

  it('masks an element that a selector names with all that is in it, and nothing else', () => {
    const inner = element(2, 'b', { title: 'Ada', class: 'bold', onclick: 'a()' }, [
      text(3, 'Ada'),
    ]);
    const all = [
      element(1, 'div', { class: 'card wide', 'data-user': 'Ada', href: '/ada' }, [inner]),
      element(4, 'div', { class: 'cards' }, [text(5, 'Ada')]),
    ];
    const [event] = masked([page(element(9, 'main', {}, all))], { maskSelectors: ['div.card'] });
    deepEqual(nodeOf(event).childNodes, [
      element(1, 'div', { class: 'card wide', 'data-user': '***', href: '****' }, [
        element(2, 'b', { title: '***', class: 'bold', onclick: '***' }, [text(3, '***')]),
      ]),
      element(4, 'div', { class: 'cards' }, [text(5, 'Ada')]),
    ]);
  });

  it('masks what was drawn where all text is masked', () => {
    const drawn = (id: number): RecordedEvent => ({
      type: 3,
      data: { source: 9, id, type: 0, commands: [{ property: 'fillText', args: ['Ada', 1, 2] }] },
      timestamp: 1,
    });
    deepEqual(masked([drawn(1)]), [drawn(1)]);
    for (const settings of [{ maskText: true }, { maskSelectors: ['.card'] }])
      equal(JSON.stringify(masked([drawn(1)], settings)).includes('Ada'), false);
  });

  it('masks attributes by name, and what own patterns find', () => {
    const sent = [
      page(
        element(1, 'a', { title: 'Order ORD-123456', 'data-user-name': 'Ada', rel: 'next' }, [
          text(2, 'Order ORD-123456 of 2026'),
        ]),
      ),
      custom('console-log', {
        level: 'info',
        message: 'got ORD-654321',
        data: { of: ['ORD-111111'] },
      }),
    ];
    const settings = { maskAttributes: ['data-user-*', 'rel'], maskPatterns: ['ORD-\\d{6}'] };
    const [first, second] = masked(sent, settings);
    deepEqual(nodeOf(first).attributes, {
      title: 'Order [REDACTED:pattern]',
      'data-user-name': '***',
      rel: '****',
    });
    equal(nodeOf(first).childNodes[0]?.textContent, 'Order [REDACTED:pattern] of 2026');
    deepEqual(dataOf(second).payload, {
      level: 'info',
      message: 'got [REDACTED:pattern]',
      data: { of: ['[REDACTED:pattern]'] },
    });
  });

  it('masks as a whole what own patterns have no time for', () => {
    const long = `${'ab '.repeat(300_000)}end`;
    const rules = { maskPatterns: ['[bB]'] };
    const stored = maskedText(JSON.stringify([page(element(1, 'p', {}, [text(2, long)]))]), rules);
    deepEqual([stored.includes('** ** '), stored.includes('end')], [true, false]);
  });

  it('masks as a whole what there is no time to look through', () => {
    const secret = `password=abc; ${'word '.repeat(800)}`;
    const lines = Array.from({ length: 1_200 }, (_, index) =>
      custom('console-log', { message: `${secret}${index}` }),
    );
    const stored = maskedText(JSON.stringify(lines));
    equal(stored.includes('abc'), false);
    equal(stored.includes('[REDACTED:sensitive_name]'), true);
    equal(stored.includes('"***"'), true);
  });

  it('masks a secret that is cut by no end of a piece of a long text', () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${'MIIE0123 '.repeat(300)}\n-----END PRIVATE KEY-----`;
    for (const before of [255_000, 260_000, 262_100]) {
      const long = `${'word '.repeat(before / 5)}${key} and more ${'word '.repeat(20_000)}`;
      const stored = maskedText(JSON.stringify([page(element(1, 'p', {}, [text(2, long)]))]));
      equal(stored.includes('MIIE'), false, String(before));
    }
    const words = `${'x'.repeat(300_000)}"\\é😀`.repeat(3);
    const sent = JSON.stringify([custom('console-log', { message: words })]);
    equal(maskedText(sent), sent);
  });

  it('counts what cannot be told as selected: other orders, unknown nodes and nodes in themselves', () => {
    const rules = { maskSelectors: ['.card'] };
    const late = {
      type: 2,
      childNodes: [text(2, 'Ada')],
      attributes: { class: 'card' },
      tagName: 'p',
      id: 1,
    };
    const turned = { id: 1, textContent: 'Ada', type: 3 };
    const circle = [
      mutation({
        adds: [
          { parentId: 2, node: element(1, 'p') },
          { parentId: 1, node: element(2, 'p') },
        ],
      }),
      mutation({ adds: [{ parentId: 2, node: text(3, 'Ada') }] }),
    ];
    const wide = element(1, 'p', { class: `card ${'x'.repeat(20_000)}` }, [text(2, 'Ada')]);
    for (const events of [
      [page(late)],
      [mutation({ adds: [{ parentId: 5, node: turned }] })],
      circle,
      [page(wide)],
    ])
      equal(JSON.stringify(masked(events, rules)).includes('Ada'), false);
  });

  it('takes recordings of any shape', () => {
    const shapes: readonly Json[] = [null, 1, 'a', [], {}, [[]], { node: 1 }, { source: 0 }];
    for (const data of shapes)
      for (const type of [2, 3, 5]) {
        const sent = [{ type, timestamp: 1, data }];
        deepEqual(masked(sent, { maskText: true, maskSelectors: ['a'] }), sent);
      }
    for (const source of [0, 5, 8, 9, 13, 15]) {
      const odd = {
        source,
        adds: 1,
        texts: [1, null, { id: 'a', value: 2 }],
        attributes: {},
        text: [],
      };
      const sent = [{ type: 3, timestamp: 1, data: odd }];
      deepEqual(masked(sent, { maskText: true, maskSelectors: ['a'] }), sent);
    }
  });

  it('masks the address of the page of a chunk, and its user where that is wanted', async () => {
    const sent = {
      segment: 1,
      type: 'session',
      url: 'https://a.example/ORD-123456?token=abc&step=2',
      userId: 'ada@example.com',
      userAgent: 'x',
      clicks: 1,
      keypresses: 2,
      statedBytes: 3,
    } as const;
    const rules = maskingOf({ ...replaySettingDefaults, maskPatterns: ['ORD-\\d+'] });
    const { statedBytes: _, ...rest } = sent;
    const organization = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
    const keyring = {
      macOf: async (owner: KeyOwner, purpose: string, data: string) =>
        createHash('sha256')
          .update(JSON.stringify([owner, purpose, data]))
          .digest(),
    };
    const maskedBy = (maskUserId: boolean, userId: string = sent.userId) =>
      maskedMetadata(
        { ...sent, userId },
        { rules, settings: { maskUserId }, organizationId: organization, keyring },
      );
    const url = 'https://a.example/[REDACTED:pattern]?token=[REDACTED:sensitive_name]&step=2';
    deepEqual(await maskedBy(false), { ...rest, url });
    const { userId, ...others } = await maskedBy(true);
    deepEqual({ ...others, userId: sent.userId }, { ...rest, url });
    match(userId, /^masked-[0-9a-f]{32}$/u);
    deepEqual(await storedUserIds(organization, sent.userId, keyring), [sent.userId, userId]);
    notEqual((await maskedBy(true, 'ada')).userId, userId);
    equal((await maskedBy(true, '')).userId, '');
  });

  it('reads selectors of one element, and nothing else', () => {
    const read = [
      'p',
      '#a',
      '.b-c',
      '[data-x]',
      '[data-x=y]',
      `[a="b c"]`,
      "p.a.b#c[d='e']",
      'my-card',
      '.größe',
    ];
    for (const selector of read) ok(parseSelector(selector), selector);
    const refused = [
      '',
      '*',
      'p > a',
      'p a',
      'p,a',
      ':hover',
      'p:first-child',
      '[a^=b]',
      '.',
      '#',
      '[',
      '[a',
      '.1 .2',
      'p..a',
    ];
    for (const selector of [...refused, '.a'.repeat(9)])
      equal(parseSelector(selector), undefined, selector);
  });
});
