import { join } from 'node:path';
import { packageRoot } from '../../platform/package.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { median } from '../bench/distributed/median.ts';
import { cpuSeconds } from '../bench/process.ts';
import { type BenchServer, get, startTidemark } from '../bench/tidemark.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { programsOrSkip } from './programs.ts';
import { runProgram } from './run-program.ts';

const spansPerTrace = 10;
const traces = 5_000;
const rounds = 3;
const protocols = ['http', 'grpc'] as const;
type Protocol = (typeof protocols)[number];

/** The queue of the SDK has room for all of it: what does not fit, it would drop. */
const environment = { OTEL_BSP_MAX_QUEUE_SIZE: String(traces * spansPerTrace) };

describe('the processor time of a span from telemetrygen', function () {
  this.timeout(300_000);
  let telemetrygen: string;
  let folder: TemporaryFolder;
  let server: BenchServer;
  let services = 0;

  before(async function () {
    if (process.env.TIDEMARK_TESTED !== 'compiled') {
      process.stdout.write('      skipped: only npm run test:clients compiles what is measured\n');
      return this.skip();
    }
    ({ telemetrygen } = await programsOrSkip(this));
    folder = await temporaryFolder();
    const build = join(packageRoot(), '.tested');
    server = await startTidemark({ build, folder: folder.path, organizations: 1, nodeOptions: [] });
  });

  after(async () => {
    await server?.stop();
    await folder?.remove();
  });

  /** Sends spans until all of them can be read; the microseconds of the server for each. */
  async function micros(protocol: Protocol): Promise<number> {
    const [key = ''] = server.keys;
    const service = `shop-${++services}`;
    const url = protocol === 'http' ? server.url : server.grpcUrl;
    const given = [
      'traces',
      '--otlp-insecure',
      `--otlp-http=${protocol === 'http'}`,
      `--otlp-endpoint=${new URL(url).host}`,
      `--otlp-header=x-api-key="${key}"`,
      `--service=${service}`,
      `--traces=${traces}`,
      `--child-spans=${spansPerTrace - 1}`,
      '--rate=0',
    ];
    const before = cpuSeconds(server.pid);
    await runProgram(telemetrygen, given, environment).output;
    const spans = traces * spansPerTrace;
    await until('every span to be counted', async () => {
      const { services } = await get<ResponseOf<'listServices'>>(server.url, '/v1/services', key);
      return services.find(({ name }) => name === service)?.request_count === spans;
    });
    return ((cpuSeconds(server.pid) - before) * 1e6) / spans;
  }

  it('is reported for HTTP and gRPC, both with protobuf', async () => {
    const figures: Record<Protocol, number[]> = { http: [], grpc: [] };
    for (const protocol of protocols) await micros(protocol);
    for (let round = 0; round < rounds; round++)
      for (const protocol of protocols) figures[protocol].push(await micros(protocol));
    const [http, grpc] = [median(figures.http), median(figures.grpc)];
    process.stdout.write(
      `      100 spans an export: HTTP ${http.toFixed(1)} µs a span, gRPC ${grpc.toFixed(1)} µs a span (${(grpc / http).toFixed(2)})\n`,
    );
  });
});
