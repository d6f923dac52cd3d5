import { equal, match } from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:https';
import { credentials } from '@grpc/grpc-js';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { authorityOf, certificatePath } from '../support/certificates.ts';
import { tidemark } from '../support/cli.ts';
import { startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a server with a certificate', function () {
  this.timeout(60_000);
  let server: Awaited<ReturnType<typeof startServer>>;
  let ca: string;

  before(async () => {
    ca = await authorityOf('first');
    server = await startServer({
      environment: {
        TIDEMARK_TLS_CERT: certificatePath('first', 'crt'),
        TIDEMARK_TLS_KEY: certificatePath('first', 'key'),
      },
    });
  });

  after(() => server.close());

  const read = async (path: string): Promise<string> => {
    const [response] = await once(request(`${server.url}${path}`, { ca }).end(), 'response');
    equal(response.statusCode, 200);
    let text = '';
    for await (const part of response) text += part;
    return text;
  };

  it('serves its API with it, and says when it ends', async () => {
    match(server.url, /^https:/);
    match(await read('/livez'), /./);
    match(await read('/metrics'), /^tidemark_tls_certificate_end_timestamp_seconds 4733510400$/m);
  });

  it('takes gRPC with it', async () => {
    const exporter = new OTLPTraceExporter({
      url: `https://localhost:${server.grpcPort}`,
      credentials: credentials.createSsl(Buffer.from(ca)),
    });
    const { error } = await new Promise<{ error?: Error }>(resolve => exporter.export([], resolve));
    await exporter.shutdown();
    match(String(error?.message), /^16 UNAUTHENTICATED: invalid API key/);
  });
});

describe('a server with a certificate that cannot be used', function () {
  this.timeout(60_000);
  const half = { TIDEMARK_TLS_CERT: certificatePath('first', 'crt') };

  it('does not start with one of the two files', async () => {
    const { code, err } = await tidemark(['serve'], half);
    equal(code, 2);
    match(err, /TIDEMARK_TLS_CERT and TIDEMARK_TLS_KEY belong together/);
  });

  it('does not start with the key of another certificate', async () => {
    const folder = await temporaryFolder();
    const { code, err } = await tidemark(['serve'], {
      ...half,
      TIDEMARK_TLS_KEY: certificatePath('second', 'key'),
      TIDEMARK_DATA_DIR: folder.path,
      TIDEMARK_PORT: '0',
    });
    await folder.remove();
    equal(code, 1);
    match(err, /TIDEMARK_TLS_CERT and TIDEMARK_TLS_KEY cannot be used: .*key/);
  });
});
