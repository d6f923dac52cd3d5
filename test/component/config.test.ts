import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Configuration,
  ConfigurationError,
  printable,
  readConfiguration,
} from '../../platform/config/config.ts';
import { dayMs } from '../../schemas/durations.ts';
import { userAttributes } from '../../schemas/telemetry/user-attributes.ts';

const masterKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64');

const errorsOf = (environment: Record<string, string>, file?: string): readonly string[] => {
  try {
    readConfiguration({ environment, ...(file !== undefined && { file }) });
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.errors;
  }
};

describe('readConfiguration', () => {
  let folder: string;
  let file: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-config-'));
    file = join(folder, 'tidemark.yaml');
  });

  after(() => rm(folder, { recursive: true }));

  it('needs nothing to be set', () => {
    const expected: Configuration = {
      host: '127.0.0.1',
      port: 4318,
      grpcPort: 4317,
      dataDir: '.tidemark',
      engines: {},
      mailFrom: 'Tidemark <tidemark@localhost>',
      trustedProxies: [],
      outboundAllow: [],
      retention: {
        topicsMs: 7 * dayMs,
        spansMs: 30 * dayMs,
        hoursMs: 396 * dayMs,
        receiptsMs: 396 * dayMs,
        outboxMs: 30 * dayMs,
      },
      batchMemoryBytes: 128 * 1024 * 1024,
      resentWithinMs: dayMs,
      diskFreeBytesMin: 512 * 1024 * 1024,
      registrationsPerHour: 60,
      rates: { requestsPerSecond: 500, widgetRequestsPerMinute: 60 },
      freePlan: { plan: 'free', traceLimit: 200_000, bytesLimit: 20_000_000_000 },
      pubKeyBytesPerDay: 2_000_000_000,
      userAttributes,
      canary: false,
      llm: { prices: [], isContentShown: false },
      logLevel: 'info',
      telemetry: { serviceName: 'tidemark' },
      warnings: [],
    };
    assert.deepEqual(readConfiguration({ environment: {}, file: join(folder, 'none') }), expected);
  });

  it('keeps receipts as long as repeats are recognised by them', () => {
    const environment = { TIDEMARK_RETENTION_RECEIPTS: '47h' };
    assert.throws(() => readConfiguration({ environment }), /RECEIPTS: expected at least 2d/);
    const longer = { TIDEMARK_RESENT_WITHIN: '25h' };
    assert.throws(
      () => readConfiguration({ environment: longer }),
      /RESENT_WITHIN: expected at most 1d/,
    );
  });

  it('reads prices of models from a file, or as they are, and says what is wrong with them', async () => {
    const table = [{ model: 'm', input_per_million: 0.5, output_per_million: 2 }];
    const path = join(folder, 'prices.json');
    await writeFile(path, JSON.stringify(table));
    for (const prices of [path, JSON.stringify(table)]) {
      const { llm } = readConfiguration({ environment: { LLM_PRICES: prices } });
      assert.deepEqual(
        llm.prices.map(({ model, input }) => [model, input]),
        [['m', 500_000n]],
      );
    }
    const wrong = (prices: string) => errorsOf({ LLM_PRICES: prices }).join();
    assert.match(
      wrong(join(folder, 'none.json')),
      /LLM_PRICES: expected a list in JSON, or the path/,
    );
    assert.match(wrong('[{'), /LLM_PRICES: the table: .*expected array/);
    assert.match(
      wrong('[{"model":"m","input_per_million":"free","output_per_million":1}]'),
      /LLM_PRICES: entry 1, input_per_million: expected dollars for a million tokens/,
    );
    const long = `[${'{},'.repeat(400)}{}]`;
    assert.ok(wrong(long).length < 1_000);
    assert.match(wrong(long), /; and \d+ more \(found .{200}…\)$/u);
  });

  it('refuses batches that would hold next to nothing', () => {
    const environment = { TIDEMARK_BATCH_MEMORY: '1MiB' };
    assert.throws(() => readConfiguration({ environment }), /BATCH_MEMORY: expected at least 2MiB/);
  });

  it('reads every name', () => {
    const configuration = readConfiguration({
      environment: {
        TIDEMARK_HOST: '0.0.0.0',
        TIDEMARK_PORT: '0',
        TIDEMARK_PUBLIC_URL: 'https://tide.example/',
        TIDEMARK_DATA_DIR: '/var/lib/tidemark',
        TIDEMARK_MASTER_KEY: masterKey,
        SMTP_URL: 'smtp://user:pass@mail.example:587',
        TIDEMARK_MAIL_FROM: 'ops@tide.example',
        TIDEMARK_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
        TIDEMARK_OUTBOUND_ALLOW: '127.0.0.0/8',
        TIDEMARK_RETENTION_TOPICS: '36h',
        TIDEMARK_BATCH_MEMORY: '64MiB',
        TIDEMARK_REGISTRATIONS_PER_HOUR: '1000',
        TIDEMARK_FREE_TRACES: '1000',
        TIDEMARK_FREE_BYTES: '1500MB',
        TIDEMARK_LOG_LEVEL: 'debug',
        TIDEMARK_ADMIN_TOKEN: 'o9xkq2Lw8vFz3TnR',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
        OTEL_SERVICE_NAME: 'tide',
      },
    });
    assert.equal(configuration.publicUrl, 'https://tide.example');
    assert.equal(configuration.masterKey?.toString('base64'), masterKey);
    assert.deepEqual(configuration.trustedProxies, ['10.0.0.0/8', '::1']);
    assert.equal(configuration.retention.topicsMs, 36 * 3_600_000);
    assert.deepEqual(configuration.freePlan, {
      plan: 'free',
      traceLimit: 1_000,
      bytesLimit: 1_500_000_000,
    });
    assert.equal(configuration.batchMemoryBytes, 64 * 1024 * 1024);
    assert.equal(printable(configuration).TIDEMARK_BATCH_MEMORY, '64MiB');
    assert.equal(printable(configuration).TIDEMARK_FREE_BYTES, '1500MB');
    assert.deepEqual(configuration.telemetry, {
      serviceName: 'tide',
      endpoint: 'http://localhost:4318',
    });
  });

  it("reads the URL of a dead man's switch as it is, and only where there is a canary", () => {
    const url = 'https://switch.example/ping/7f3a/';
    const environment = { TIDEMARK_CANARY: 'true', TIDEMARK_DEADMAN_URL: url };
    const configuration = readConfiguration({ environment });
    assert.equal(configuration.canary, true);
    assert.equal(configuration.deadmanUrl, url);
    assert.equal(printable(configuration).TIDEMARK_DEADMAN_URL, '***');
    assert.deepEqual(errorsOf({ TIDEMARK_DEADMAN_URL: url }), [
      'TIDEMARK_CANARY is needed where TIDEMARK_DEADMAN_URL is set',
    ]);
    const [fault] = errorsOf({ ...environment, TIDEMARK_DEADMAN_URL: 'ftp://switch.example' });
    assert.equal(
      fault,
      'TIDEMARK_DEADMAN_URL: expected a whole URL that begins with https:// or http:// (found ***)',
    );
  });

  it('names the setting that no engine could be opened with', () => {
    const wrong = {
      KURRENTDB_URL: ['kurrentdb://?????', 'kurrentdb://a:1?tls=maybe', 'kurrentdb://'],
      SMTP_URL: ['smtp://', 'smtp://u:%zz@mail.example'],
      KAFKA_SSL_CA: ['/', '/no/such/file'],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const errors = errorsOf({ TIDEMARK_MASTER_KEY: masterKey, [name]: value });
        assert.ok(
          errors.some(sentence => sentence.startsWith(`${name}: expected`)),
          value,
        );
      }
    }
    for (const url of ['kurrentdb://u:p@a:1,b:2?tls=false', 'esdb+discover://[::1]:2113/']) {
      const errors = errorsOf({ KURRENTDB_URL: url, KAFKA_SSL_CA: '/' });
      assert.ok(!errors.some(sentence => sentence.startsWith('KURRENTDB_URL: ')), url);
    }
  });

  it('takes an empty variable for one that is not set', () => {
    assert.equal(readConfiguration({ environment: { TIDEMARK_PORT: ' ' } }).port, 4318);
  });

  it('takes gRPC beside HTTP: on its own port, on any where HTTP is on any, or not at all', () => {
    const portOf = (environment: Record<string, string>) =>
      readConfiguration({ environment }).grpcPort;
    assert.equal(portOf({ TIDEMARK_PORT: '8080' }), 4317);
    assert.equal(portOf({ TIDEMARK_PORT: '0' }), 0);
    assert.equal(portOf({ TIDEMARK_PORT: '0', TIDEMARK_GRPC_PORT: '4317' }), 4317);
    assert.equal(portOf({ TIDEMARK_GRPC_PORT: 'off' }), 'off');
    const [wrong] = errorsOf({ TIDEMARK_GRPC_PORT: '70000' });
    assert.match(wrong ?? '', /^TIDEMARK_GRPC_PORT: expected a port from 0 to 65535, or off/);
  });

  it('reports everything that is wrong at once', async () => {
    await writeFile(file, 'TIDEMARK_PORTT: 1\nTIDEMARK_HOST: { a: 1 }\n');
    const errors = errorsOf(
      {
        TIDEMARK_PORT: '70000',
        TIDEMARK_LOG_LEVEL: 'loud',
        TIDEMARK_RETENTION_SPANS: 'a week',
        TIDEMARK_TRUSTED_PROXIES: '10.0.0.0/8,10.0.0/99',
        SMTP_URL: 'http://mail',
        KAFKA_BROKERS: 'localhost',
        KAFKA_SASL_USERNAME: 'ada',
      },
      file,
    );
    for (const [index, name] of [
      'TIDEMARK_PORTT',
      'TIDEMARK_HOST',
      'TIDEMARK_PORT',
      'KAFKA_BROKERS',
      'SMTP_URL',
      'TIDEMARK_TRUSTED_PROXIES',
      'TIDEMARK_RETENTION_SPANS',
      'TIDEMARK_LOG_LEVEL',
      'KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD',
      'TIDEMARK_MASTER_KEY',
    ].entries()) {
      assert.match(errors[index] ?? '', new RegExp(name, 'u'));
    }
    assert.equal(errors.length, 10);
  });

  it('says what was expected and what came, but never a secret', () => {
    assert.deepEqual(errorsOf({ TIDEMARK_RETENTION_SPANS: 'a week' }), [
      'TIDEMARK_RETENTION_SPANS: expected a duration such as 12h or 7d (found "a week")',
    ]);
    const [error = ''] = errorsOf({ TIDEMARK_ADMIN_TOKEN: 'hunter2' });
    assert.match(error, /at least 16 characters/u);
    assert.doesNotMatch(error, /hunter2/u);
  });

  it('takes servers for engines, from one name each', () => {
    const { engines } = readConfiguration({
      environment: {
        TIDEMARK_MASTER_KEY: masterKey,
        KAFKA_BROKERS: 'a:9092, b:9092',
        KAFKA_SASL_USERNAME: 'ada',
        KAFKA_SASL_PASSWORD: 'tide',
        CLICKHOUSE_URL: 'http://localhost:8123/',
        KURRENTDB_URL: 'kurrentdb://admin:tide@localhost:2113?tls=false',
        S3_BUCKET: 'blobs',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'tide',
      },
    });
    assert.deepEqual(engines, {
      kafka: {
        brokers: ['a:9092', 'b:9092'],
        partitions: 16,
        compression: 'none',
        ssl: false,
        sasl: { mechanism: 'scram-sha-512', username: 'ada', password: 'tide' },
      },
      clickhouse: { url: 'http://localhost:8123' },
      kurrentdb: { url: 'kurrentdb://admin:tide@localhost:2113?tls=false' },
      s3: { bucket: 'blobs', region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'tide' },
    });
  });

  it('compresses what is written to Kafka where the setting says so', () => {
    const given = { TIDEMARK_MASTER_KEY: masterKey, KAFKA_BROKERS: 'a:9092' };
    const environment = { ...given, KAFKA_COMPRESSION: 'zstd' };
    assert.equal(readConfiguration({ environment }).engines.kafka?.compression, 'zstd');
    const [error = ''] = errorsOf({ ...given, KAFKA_COMPRESSION: 'gzip' });
    assert.match(error, /KAFKA_COMPRESSION.*"none"\|"zstd"/u);
  });

  it('wants what belongs together, all of it said at once', () => {
    const errors = errorsOf({
      KAFKA_BROKERS: 'a:9092',
      KAFKA_SASL_USERNAME: 'ada',
      S3_BUCKET: 'blobs',
      S3_ENDPOINT: 'http://localhost:9000',
    });
    assert.equal(errors.length, 3);
    assert.match(errors[0] ?? '', /KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD belong together/u);
    assert.match(errors[1] ?? '', /S3_ACCESS_KEY_ID is needed/u);
    assert.match(errors[2] ?? '', /TIDEMARK_MASTER_KEY is needed/u);
    assert.match(errorsOf({ S3_ENDPOINT: 'http://localhost:9000' })[0] ?? '', /S3_BUCKET/u);
    assert.match(errorsOf({ KAFKA_BROKERS: 'kafka' })[0] ?? '', /such as kafka:9092/u);
    assert.match(errorsOf({ KURRENTDB_URL: 'http://a' })[0] ?? '', /kurrentdb or esdb/u);
    assert.match(errorsOf({ KAFKA_SSL_CA: '/nowhere.pem' })[0] ?? '', /path of a file/u);
  });

  it('refuses secrets that are somebody’s default', () => {
    assert.equal(errorsOf({ TIDEMARK_MASTER_KEY: Buffer.alloc(32).toString('base64') }).length, 1);
    assert.equal(errorsOf({ TIDEMARK_MASTER_KEY: 'short' }).length, 1);
    for (const token of ['change-me-change-me', 'aaaaaaaaaaaaaaaaaaaa', 'my-secret-password']) {
      assert.equal(errorsOf({ TIDEMARK_ADMIN_TOKEN: token }).length, 1, token);
    }
  });

  it('reads the file, over which the environment wins', async () => {
    await writeFile(
      file,
      'TIDEMARK_PORT: 1234\nTIDEMARK_HOST: localhost\nTIDEMARK_TRUSTED_PROXIES: [10.0.0.0/8, 192.0.2.1]\n',
    );
    const { port, host, trustedProxies } = readConfiguration({
      environment: { TIDEMARK_PORT: '4321' },
      file,
    });
    assert.deepEqual(
      { port, host, trustedProxies },
      {
        port: 4321,
        host: 'localhost',
        trustedProxies: ['10.0.0.0/8', '192.0.2.1'],
      },
    );
  });

  it('says when the file is no map, or no YAML', async () => {
    for (const content of ['- a\n- b\n', 'a: [\n']) {
      await writeFile(file, content);
      assert.equal(errorsOf({}, file).length, 1);
    }
  });

  it('warns of names that look meant for it', () => {
    const { warnings } = readConfiguration({
      environment: { TIDEMARK_PROT: '1', LLM_ANYTHING: 'x', PATH: '/bin' },
    });
    assert.equal(warnings.length, 2);
    assert.match(warnings[0] ?? '', /^TIDEMARK_PROT is set/u);
  });
});

describe('the language model of the assistant', () => {
  const of = (environment: Record<string, string>) =>
    readConfiguration({ environment }).assistantModel;
  const named = { LLM_PROVIDER: 'anthropic', LLM_MODEL: 'some-model' };

  it('is none by default', () => {
    assert.equal(of({}), undefined);
  });

  it('has limits for a day', () => {
    const priced = { ...named, LLM_API_KEY: 'k', LLM_COST_PER_DAY: '2.5' };
    assert.deepEqual(of(priced), {
      provider: 'anthropic',
      model: 'some-model',
      apiKey: 'k',
      tokensPerDay: 2_000_000,
      costPerDay: 2_500_000_000_000n,
      costGiven: '2.5',
    });
  });

  it('needs no key where it has a server of its own', () => {
    assert.equal(of({ ...named, LLM_BASE_URL: 'http://127.0.0.1:1/v1' })?.apiKey, undefined);
  });

  it('says what is missing or wrong, and no key', () => {
    const wrong = (environment: Record<string, string>) => errorsOf(environment).join();
    assert.match(wrong({ LLM_MODEL: 'm' }), /LLM_PROVIDER and LLM_MODEL belong together/);
    assert.match(wrong({ LLM_API_KEY: 'hush' }), /are needed where LLM_API_KEY is set/);
    assert.match(wrong(named), /LLM_API_KEY is needed/);
    assert.match(wrong({ ...named, LLM_COST_PER_DAY: '1e3' }), /expected US dollars/);
    assert.doesNotMatch(wrong({ LLM_API_KEY: 'hush', LLM_MODEL: 'm' }), /hush/);
  });

  it('is printed without its key', () => {
    const shown = printable(readConfiguration({ environment: { ...named, LLM_API_KEY: 'hush' } }));
    assert.equal(shown.LLM_API_KEY, '***');
    assert.equal(shown.LLM_MODEL, 'some-model');
  });
});

describe('printable', () => {
  it('shows everything in effect and no secret', () => {
    const shown = printable(
      readConfiguration({
        environment: {
          TIDEMARK_MASTER_KEY: masterKey,
          TIDEMARK_ADMIN_TOKEN: 'o9xkq2Lw8vFz3TnR',
          SMTP_URL: 'smtp://user:pa:ss@mail.example',
          OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=abc',
        },
      }),
    );
    assert.equal(shown.TIDEMARK_PORT, 4318);
    assert.equal(shown.TIDEMARK_RETENTION_TOPICS, '7d');
    assert.equal(shown.SMTP_URL, 'smtp://***@mail.example');
    assert.equal(shown.TIDEMARK_PUBLIC_URL, null);
    assert.doesNotMatch(JSON.stringify(shown), /pa:ss|o9xkq|abc|AAEC/u);
  });

  it('names the bounds of a number that is beyond them', () => {
    for (const number of ['2000000000', '0', '-1', 'many'])
      assert.throws(
        () => readConfiguration({ environment: { TIDEMARK_FREE_TRACES: number } }),
        /TIDEMARK_FREE_TRACES: expected a whole number from 1 to 999999999 \(found "/u,
        number,
      );
  });

  it('shows no password of a URL that cannot be read', () => {
    const SMTP_URL = 'smtp://user:first/second@mail.example,smtp://user:third@mail.example';
    assert.throws(
      () => readConfiguration({ environment: { SMTP_URL } }),
      (error: Error) => /SMTP_URL/u.test(error.message) && !/second|third/u.test(error.message),
    );
  });

  it('is read back as the same configuration', () => {
    const first = readConfiguration({ environment: { TIDEMARK_RETENTION_SPANS: '2w' } });
    const texts = Object.entries(printable(first)).map(([name, value]) => [
      name,
      value === null ? '' : String(value),
    ]);
    assert.deepEqual(readConfiguration({ environment: Object.fromEntries(texts) }), first);
  });
});
