import { deepEqual, equal, match, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { whoEvaluates } from '../../domain/snapshots/expression/classify.ts';
import {
  conditionDecided,
  conditionHolds,
  evaluateExpression,
  type Variables,
} from '../../domain/snapshots/expression/evaluate.ts';
import { expressionFault } from '../../domain/snapshots/expression/parse.ts';
import { holds } from '../support/property.ts';

const request: Variables = {
  method: 'POST',
  status: 404,
  path: '/orders/17',
  headers: { accept: 'text/html', 'x-trace': 'abc' },
  user: { id: 'u1', age: 41, isStaff: true, tags: ['beta', 'eu'], settings: null },
  items: [{ price: 3 }, { price: 5 }],
};

const value = (expression: string) => evaluateExpression(expression, request);

describe('An expression', () => {
  it('compares, calculates and joins texts with the usual precedence', () => {
    equal(value('status == 404.0 && method != "GET"'), true);
    equal(value('1 + 2 * 3 - 4 / 2'), 5);
    equal(value('(1 + 2) * 3'), 9);
    equal(value("method + ' ' + path"), 'POST /orders/17');
    equal(value('true || false && false'), true);
    equal(value('"b" > "a"'), true);
    equal(value('-status < 0'), true);
    equal(value("'it\\'s' == \"it's\""), true);
  });

  it('takes what is missing for nil, which equals nothing else', () => {
    for (const path of ['nobody', 'user.settings', 'user.settings.theme.name', 'method.length'])
      equal(value(`${path} == nil`), true, path);
    for (const other of ['false', '0', '""']) equal(value(`nil == ${other}`), false);
    equal(value('nobody > 1 || nobody < 1'), false);
    equal(value('nobody + 1'), null);
    equal(value('status / 0'), null);
  });

  it('does not see what JavaScript gives every object', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      equal(value(name), null);
      equal(value(`user.${name}`), null);
      equal(value(`"${name}" in user`), false);
    }
  });

  it('knows the keys of objects and the elements of lists', () => {
    equal(value('"accept" in headers'), true);
    equal(value('"cookie" in headers'), false);
    equal(value('"beta" in user.tags'), true);
    equal(value('headers["x-trace"]'), 'abc');
    equal(value('items[1].price'), 5);
    equal(value('items[9].price'), null);
  });

  it('has functions and patterns of the server alone', () => {
    equal(value('len(user.tags) > 1 && len(path) == 10 && len(nobody) == 0'), true);
    equal(value('contains(path, "order") && contains(user.tags, "eu")'), true);
    equal(value('path matches "^/orders/\\\\d+$"'), true);
    equal(value('matches(path, "users|orders")'), true);
    equal(value('path =~ "^/users"'), false);
    equal(value('status >= 400 ? "bad" : "good"'), 'bad');
    throws(() => value('len(status)'), /len needs a text, a list or an object/);
    throws(() => value('user + "x"'), /cannot be added to a text/);
  });

  it('that is blank always holds, and one that is nil never', () => {
    equal(conditionHolds(' ', request), true);
    equal(conditionHolds('user.settings', request), false);
    equal(conditionHolds('user.isStaff', request), true);
  });

  it('says what is wrong with it', () => {
    const faults: readonly (readonly [string, RegExp])[] = [
      ['status ==', /ends too early/],
      ['status 200', /unexpected 200/],
      ['(status', /lacks a \)/],
      ['status = 1', /unexpected = at character 8/],
      ['now()', /unexpected \)|no function now/],
      ['now(1)', /no function now; use len, contains or matches/],
      ['path matches pattern', /regular expression in quotes/],
      ['path matches "(?=x)"', /unsupported Perl syntax: \(\?=/],
      ['path matches "[b-a]"', /class range: b-a/],
      ['path matches "\\\\1"', /escape sequence: \\1/],
      [`${'!'.repeat(50)}a`, /nested at most 40/],
      [`${'('.repeat(50)}a`, /nested at most 40/],
      [`a${'.b'.repeat(50)}`, /at most 40 parts/],
      ['a+'.repeat(300), /at most 400 words/],
      ['a'.repeat(1_001), /at most 1000 characters/],
    ];
    for (const [text, fault] of faults) match(expressionFault(text) ?? '', fault, text);
  });

  it('is bounded in what it makes of long texts', () => {
    const long = { text: 'a'.repeat(100_000), longer: 'a'.repeat(100_001) };
    throws(() => evaluateExpression('text matches "(a|b|c|d)*e"', long), /takes too long/);
    throws(() => evaluateExpression('longer matches "x"', long), /more than 100000 characters/);
    throws(() => evaluateExpression('text + text', long), /more than 100000 characters/);
    throws(() => evaluateExpression('contains(text, text)', long), /at most 1000 characters/);
  });

  it('is bounded in how often it looks through long lists and objects', () => {
    const list = Array.from({ length: 50_000 }, (_, index) => `item ${index}`);
    const given = { list, object: Object.fromEntries(list.map(name => [name, 1])) };
    equal(evaluateExpression('"item 49999" in list && len(object) == 50000', given), true);
    for (const part of ['"x" in list', 'contains(list, "x")', 'len(object) == 1'])
      throws(() => evaluateExpression(Array(45).fill(part).join('||'), given), /takes too long/);
  });
});

describe('A condition over captured variables', () => {
  const captured: Variables = {
    n: 4,
    user: { name: 'Ada', email: '[REDACTED:email]' },
    tags: ['a', '[REDACTED:phone]'],
    cut: { _truncated: true, kept: 1 },
    none: null,
  };

  it('is decided by those that it needs', () => {
    const verdicts: readonly (readonly [string, boolean])[] = [
      ['n > 5', false],
      ['n == 4', true],
      ['n > 5 && absent > 1', false],
      ['absent > 1 && n > 5', false],
      ['n == 4 || absent', true],
      ['absent || n == 4', true],
      ['user.age > 1', false],
      ['none == nil', true],
      ['cut.kept == 1', true],
      ['"a" in tags', true],
      ['n > 1 ? n < 5 : absent', true],
      ['', true],
    ];
    for (const [condition, holds] of verdicts)
      equal(conditionDecided(condition, captured), holds, condition);
  });

  it('is not decided where an SDK left out, cut off or masked what matters', () => {
    const undecided = [
      'absent > 1',
      '!absent',
      'absent == nil',
      'n == 4 && absent',
      'absent || n > 5',
    ];
    undecided.push('user.email == "a@b.example"', 'cut.lost == 1', 'len(cut) > 1', '"lost" in cut');
    undecided.push('"b" in tags', 'tags[1] == "b"', 'contains(user.email, "@")', 'len(absent) > 1');
    for (const condition of undecided)
      equal(conditionDecided(condition, captured), undefined, condition);
  });

  it('is the same as that over all variables where it is decided', () => {
    const names = ['a', 'b', 'c'] as const;
    const part = fc.oneof(
      fc.constantFrom(...names, 'a == 1', 'b != 2', '!c', 'c.d == nil'),
      fc.tuple(fc.constantFrom(...names), fc.nat(2)).map(([name, by]) => `${name} > ${by}`),
    );
    const condition = fc.array(fc.tuple(part, fc.constantFrom('&&', '||')), { minLength: 1 });
    const whole = fc.record({ a: fc.nat(3), b: fc.nat(3), c: fc.nat(3) });
    return holds(
      fc.property(condition, whole, fc.subarray([...names]), (parts, variables, kept) => {
        const text = `${parts.map(([each, by]) => `${each} ${by} `).join('')}true`;
        const sent = Object.fromEntries(kept.map(name => [name, variables[name]]));
        const found = conditionDecided(text, sent);
        if (found !== undefined) equal(found, conditionHolds(text, variables));
        if (kept.length === names.length) equal(found, conditionHolds(text, variables));
      }),
      500,
    );
  });
});

describe('Who evaluates a condition', () => {
  it('is every SDK for the portable part, and the server for the rest', () => {
    const portable = ['a == 1 && b != 2 || !c', '"k" in headers', '(a + 1) * 2 / 3 - -4 > x.y', ''];
    deepEqual(
      portable.map(whoEvaluates),
      portable.map(() => 'sdk-evaluable'),
    );
    const others = ['len(x) > 1', 'path matches "x"', 'a =~ "b"', 'a & b', 'a | b', '~a', 'a << 2'];
    others.push('a >> 2', '$' + '{a}', '1..3', 'a ? b : c', 'a[0]', 'a += 1', 'contains(a, "b")');
    deepEqual(
      others.map(whoEvaluates),
      others.map(() => 'server-only'),
    );
  });
});
