import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { symlink, unlink, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { startGrpcServer } from '../../platform/grpc/listen.ts';
import { startHttpServer } from '../../platform/http/connections/listen.ts';
import { openLog } from '../../platform/log.ts';
import { type Certificate, openCertificate } from '../../platform/tls/certificate.ts';
import { authorityOf, certificateFiles, certificatePath } from '../support/certificates.ts';
import type { LogLine } from '../support/http-app.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const host = '127.0.0.1';
const lookEveryMs = 10;

describe('TLS', () => {
  let folder: TemporaryFolder;
  let files: ReturnType<typeof certificateFiles>;
  let certificate: Certificate | undefined;
  let stops: (() => Promise<void>)[] = [];
  let log: LogLine[] = [];

  beforeEach(async () => {
    folder = await temporaryFolder();
    files = certificateFiles(folder.path);
    await files.replaceCertificate('first');
    await files.replaceKey('first');
    log = [];
  });

  afterEach(async () => {
    await certificate?.stop();
    await Promise.all(stops.map(stop => stop()));
    stops = [];
    await folder.remove();
  });

  const open = async (limits = {}): Promise<Certificate> => {
    const destination = { write: (line: string) => log.push(JSON.parse(line)) };
    const opened = openLog({ level: 'info', pretty: false, destination });
    certificate = await openCertificate({
      ...files,
      log: opened,
      limits: { lookEveryMs, ...limits },
    });
    return certificate;
  };

  const startHttp = async (http2Seen?: () => void) => {
    const server = await startHttpServer({
      app: async (_, response) => void response.end('hello'),
      host,
      port: 0,
      certificate,
      ...(http2Seen && { http2Seen }),
    });
    stops.push(server.stop);
    return server;
  };

  /** Whom a client meets on a port, and the protocol on which both agree. */
  const meet = async (
    port: number,
    ALPNProtocols: string[],
  ): Promise<[name: string, protocol: unknown]> => {
    const socket: TLSSocket = connect({ host, port, ALPNProtocols, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { CN } = socket.getPeerCertificate().subject;
    const { alpnProtocol } = socket;
    socket.destroy();
    return [String(CN), alpnProtocol];
  };

  it('is spoken by the port of HTTP, whose URL says so', async () => {
    await open();
    const { url } = await startHttp();
    match(url, /^https:/);
    const ca = await authorityOf('first');
    const [response] = await once(request(url, { ca }).end(), 'response');
    let text = '';
    for await (const part of response) text += part;
    deepEqual([response.statusCode, text], [200, 'hello']);
  });

  it('is spoken with a new certificate on both ports once the files are replaced', async () => {
    await open();
    const http = await startHttp();
    const app = async () => undefined;
    const grpc = await startGrpcServer({ app, host, port: 0, certificate });
    stops.push(grpc.stop);
    const met = async () => [await meet(http.port, ['http/1.1']), await meet(grpc.port, ['h2'])];
    const of = (name: string) => [
      [name, 'http/1.1'],
      [name, 'h2'],
    ];
    deepEqual(await met(), of('first.test'));
    await files.replaceCertificate('second');
    // Between the two renames, the one before stays.
    await until('the mismatch to be reported', () => log.length === 1);
    deepEqual(await met(), of('first.test'));
    await files.replaceKey('second');
    await until('the certificate to be replaced', () => log.length === 2);
    deepEqual(await met(), of('second.test'));
    deepEqual(
      log.map(({ msg }) => msg),
      ['certificate not replaced', 'certificate replaced'],
    );
    match(String(log[0]?.reason), /key/);
  });

  it('follows links, as secrets of Kubernetes are', async () => {
    const [certLink, keyLink] = [join(folder.path, 'c'), join(folder.path, 'k')];
    await symlink(certificatePath('first', 'crt'), certLink);
    await symlink(certificatePath('first', 'key'), keyLink);
    files = { ...files, certFile: certLink, keyFile: keyLink };
    await open();
    const { port } = await startHttp();
    await unlink(certLink);
    await unlink(keyLink);
    await symlink(certificatePath('second', 'crt'), certLink);
    await symlink(certificatePath('second', 'key'), keyLink);
    await until('the certificate to be replaced', () =>
      log.some(({ msg }) => msg === 'certificate replaced'),
    );
    deepEqual(await meet(port, ['http/1.1']), ['second.test', 'http/1.1']);
  });

  it('says once, and goes on, when files are gone or cannot be read as PEM', async () => {
    await open();
    const { port } = await startHttp();
    await writeFile(files.certFile, 'nothing');
    await until('the file to be reported', () => log.length === 1);
    await unlink(files.keyFile);
    await until('the other to be reported', () => log.length === 2);
    deepEqual(await meet(port, ['http/1.1']), ['first.test', 'http/1.1']);
    await files.replaceCertificate('first');
    await files.replaceKey('second');
    await until('a mismatch to be reported', () => String(log.at(-1)?.reason).includes('key'));
    equal(new Set(log.map(({ reason }) => reason)).size, log.length);
  });

  it('does not begin with what cannot be used', async () => {
    await files.replaceKey('second');
    await rejects(open(), /key/);
    await files.replaceKey('first');
    await rejects(open({ fileBytesMax: 100 }), /at most 100 bytes in/);
  });

  it('tells when the certificate ends', async () => {
    equal((await open()).endsAtSeconds(), Date.UTC(2120, 0, 1) / 1000);
  });

  it('tells of a client that speaks HTTP/2 alone to the port of HTTP', async () => {
    await open();
    let seen = 0;
    const { port, url } = await startHttp(() => void seen++);
    await rejects(meet(port, ['h2']));
    equal(seen, 1);
    deepEqual(await meet(port, ['h2', 'http/1.1']), ['first.test', 'http/1.1']);
    equal(seen, 1);
    match(url, /^https/);
  });

  it('does not keep a server from stopping: with a client that began no request, or no handshake', async () => {
    await open();
    const { port, stop } = await startHttp();
    const socket = connect({ host, port, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    socket.on('error', () => undefined);
    const silent = connectTcp(port, host);
    await once(silent, 'connect');
    const closed = [once(socket, 'close'), once(silent, 'close')];
    await stop();
    await Promise.all(closed);
  });
});
