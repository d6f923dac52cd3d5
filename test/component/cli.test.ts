import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { join } from 'node:path';
import { tidemark } from '../support/cli.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

describe('the command line', () => {
  let folder: TemporaryFolder;

  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  it('tells its version', async () => {
    const { code, out } = await tidemark(['--version']);
    equal(code, 0);
    match(out, /^\d+\.\d+\.\d+\n$/);
  });

  it('explains itself to whoever asks, and to whoever names no command', async () => {
    const asked = await tidemark(['--help']);
    equal(asked.code, 0);
    for (const name of [
      'serve',
      'init',
      'demo',
      'status',
      'replay',
      'history',
      'keys',
      'checks',
      'triage',
      'dead',
    ]) {
      match(asked.out, new RegExp(`^  ${name} `, 'm'));
    }
    const unnamed = await tidemark([]);
    equal(unnamed.code, 2);
    equal(unnamed.err, asked.out);
  });

  const wrong: readonly (readonly [string, RegExp])[] = [
    ['nonsense', /there is no command 'nonsense'/],
    ['status --nonsense', /unknown option '--nonsense'/],
    ['status too much', /too many arguments/],
    ['init --email a@example.com', /required option '--service <name>'/],
    ['history', /missing required argument 'stream'/],
    ['sql', /either a statement or --views/],
    ['dead redrive', /either ids.* or --all/],
    ['dead redrive spans/0/0 --all', /either ids.* or --all/],
    ['status --url http://127.0.0.1:1', /TIDEMARK_ADMIN_TOKEN/],
    ['status --url nowhere', /expected --url to be an http or https URL/],
    ['init --email a@example.com --service s --url ftp://x', /expected --url to be/],
    ['demo --seconds 3', /expected --seconds to be a whole number from 15 on, found 3/],
    ['demo --seed x', /expected --seed to be a whole number, found x/],
  ];

  for (const [line, sentence] of wrong) {
    it(`refuses '${line}' as wrong usage`, async () => {
      const { code, out, err } = await tidemark(line.split(' '), {
        TIDEMARK_DATA_DIR: folder.path,
      });
      equal(code, 2);
      equal(out, '');
      match(err, sentence);
      match(err, /^error: [^\n]+\n$/);
    });
  }

  const onTerminal = (argv: readonly string[], environment = {}) =>
    tidemark(argv, environment, new AbortController().signal, undefined, true);

  it('tells errors of a server to people as a sentence, and without a terminal as a line of its log', async () => {
    const people = await onTerminal(['serve', 'nonsense']);
    equal(people.code, 2);
    match(people.err, /^error: expected roles among [^\n]*, found nonsense\n$/);
    for (const argv of [
      ['serve', 'nonsense'],
      ['--json', 'serve', 'nonsense'],
    ]) {
      const { code, out, err } = await tidemark(argv);
      deepEqual([code, out], [2, '']);
      const { level, time, error, msg } = JSON.parse(err);
      deepEqual([level, msg], [60, 'the server does not start, or ends']);
      equal(new Date(time).toISOString(), time);
      match(error, /expected roles among .*, found nonsense/);
    }
    const unknown = await tidemark(['serve', '--nonsense']);
    deepEqual([unknown.code, JSON.parse(unknown.err).level], [2, 60]);
  });

  it('tells errors to machines as JSON', async () => {
    const { code, err } = await tidemark(['status', '--nonsense', '--json']);
    equal(code, 2);
    match(JSON.parse(err).error, /unknown option/);
  });

  it('names everything that is wrong in the configuration, at once', async () => {
    const environment = { TIDEMARK_PORT: 'many', KAFKA_BROKERS: 'kafka' };
    const people = await onTerminal(['serve'], environment);
    equal(people.code, 2);
    match(people.err, /^ {2}KAFKA_BROKERS/m);
    match(people.err, /^ {2}TIDEMARK_PORT/m);
    for (const argv of [['serve'], ['serve', '--json']]) {
      const machines = await tidemark(argv, environment);
      equal(machines.code, 2);
      equal(JSON.parse(machines.err).errors.length, 3);
    }
  });

  it('prints the configuration in effect without its secrets', async () => {
    const environment = { TIDEMARK_PORT: '4000', TIDEMARK_ADMIN_TOKEN: 'f3a9c1d4e5b6a798' };
    const { code, records } = await tidemark(['--print-config', '--json'], environment);
    equal(code, 0);
    equal(records[0]?.TIDEMARK_PORT, 4000);
    const people = await tidemark(['--print-config'], environment);
    match(people.out, /^TIDEMARK_PORT +4000$/m);
    doesNotMatch(people.out, /f3a9c1d4e5b6a798/);
  });

  it('does not make a data folder only to look at it', async () => {
    const { code, err } = await tidemark(['status'], {
      TIDEMARK_DATA_DIR: join(folder.path, 'none'),
    });
    equal(code, 1);
    match(err, /^error: there is no data folder .*tidemark serve/);
  });

  it('says what to do when no server answers', async () => {
    const line = 'init --email a@example.com --service shop --url http://127.0.0.1:1';
    const { code, err } = await tidemark(line.split(' '));
    equal(code, 1);
    match(err, /^error: nothing answers on http:\/\/127\.0\.0\.1:1: start a server/);
  });

  it('does not take a code that nobody waits for', async () => {
    const line = 'init --email nobody@example.com --service shop --code 123456';
    const { code, err } = await tidemark(line.split(' '));
    deepEqual([code, /run the command without --code first/.test(err)], [1, true]);
  });
});
