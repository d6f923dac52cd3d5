import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpApp } from '../../platform/http/app.ts';
import { startHttpServer } from '../../platform/http/connections/listen.ts';
import { startSocketServer } from '../../platform/http/connections/socket.ts';
import { openSocket } from '../support/http-app.ts';
import { until } from '../support/until.ts';

const hello: HttpApp = async (_, response) => {
  response.end('hello');
};

/** An app that answers only when told to. */
const openSlowApp = () => {
  const waiting: (() => void)[] = [];
  const app: HttpApp = (_, response) =>
    new Promise(resolve => {
      waiting.push(() => {
        response.end('late');
        resolve();
      });
    });
  return { app, waiting };
};

const get = (url: string, agent?: Agent) =>
  new Promise<{ body: string; connection: string | undefined }>((resolve, reject) => {
    const options = agent === undefined ? {} : { agent };
    request(url, options, async response => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({ body: Buffer.concat(parts).toString(), connection: response.headers.connection });
    })
      .once('error', reject)
      .end();
  });

const isRefused = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });

/** Twenty clients go on asking while a server closes. */
async function closeWhileAsked(): Promise<void> {
  const server = await startHttpServer({ app: hello, host: '127.0.0.1', port: 0 });
  const agents = Array.from({ length: 20 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const state = { isStopping: false };
  const connected = new Set<Agent>();
  const asking = agents.map(async agent => {
    for (;;) {
      const wasStopping = state.isStopping;
      const { connection } = await get(server.url, agent);
      if (connection === 'close') return;
      assert.equal(wasStopping, false);
      connected.add(agent);
      await new Promise(resolve => setTimeout(resolve, 5 * Math.random()));
    }
  });
  await until('all to be connected', () => connected.size === agents.length);
  const stopped = server.stop();
  state.isStopping = true;
  await Promise.all(asking);
  await stopped;
  for (const agent of agents) agent.destroy();
}

describe('startHttpServer', () => {
  it('tells the port that it got and the URL to it', async () => {
    const server = await startHttpServer({ app: hello, host: '127.0.0.1', port: 0 });
    assert.equal(server.url, `http://127.0.0.1:${server.port}`);
    assert.equal((await get(server.url)).body, 'hello');
    await server.stop();
  });

  it('tells of a client that speaks HTTP/2, and ends its connection', async () => {
    let seen = 0;
    const http2Seen = (): void => void seen++;
    const server = await startHttpServer({ app: hello, host: '127.0.0.1', port: 0, http2Seen });
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.resume().write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    );
    await once(socket, 'close');
    assert.equal(seen, 1);
    assert.equal((await get(server.url)).body, 'hello');
    await server.stop();
  });

  it('names the port that is taken', async () => {
    const first = await startHttpServer({ app: hello, host: '127.0.0.1', port: 0 });
    await assert.rejects(
      startHttpServer({ app: hello, host: '127.0.0.1', port: first.port }),
      new RegExp(`port ${first.port} of 127.0.0.1 is used by another process`, 'u'),
    );
    await first.stop();
  });

  it('finishes what it is answering before it stops, and accepts nothing new', async () => {
    const { app, waiting } = openSlowApp();
    const server = await startHttpServer({ app, host: '127.0.0.1', port: 0 });
    const agent = new Agent({ keepAlive: true });
    const answer = get(server.url, agent);
    await until('the request', () => waiting.length === 1);
    let stopped = false;
    const stopping = server.stop().then(() => {
      stopped = true;
    });
    await until('new connections to be refused', () => isRefused(server.port));
    assert.equal(stopped, false);
    for (const finish of waiting) finish();
    assert.equal((await answer).body, 'late');
    await stopping;
    await server.stop();
    agent.destroy();
  });

  it('tells whoever goes on asking that it closes, and cuts nobody off', async () => {
    // A request must be on its way just when the server closes, so it closes many times.
    for (let round = 0; round < 12; round++) await closeWhileAsked();
  });

  it('answers what arrived before it closed, however late it came to read it', async () => {
    const limits = { politeMs: 0, idleSweepMs: 1 };
    const server = await startHttpServer({ app: hello, host: '127.0.0.1', port: 0, limits });
    const ask = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const kept = await openSocket(server.port);
    kept.write(ask);
    await once(kept, 'data');
    const fresh = connect(server.port, '127.0.0.1', () => fresh.write(ask));
    // The next tick opens the connection; nobody accepts it before the loop turns.
    await new Promise(process.nextTick);
    const stopped = server.stop();
    kept.write(ask);
    for (const busyMs = performance.now() + 5; performance.now() < busyMs; );
    const answers = await Promise.all([once(kept, 'data'), once(fresh, 'data')]);
    for (const [answer] of answers) assert.match(String(answer), /^HTTP\/1\.1 200 OK\r\n/u);
    await stopped;
  });

  it('does not wait for connections that say nothing', async () => {
    const server = await startHttpServer({ app: hello, host: '127.0.0.1', port: 0 });
    const agent = new Agent({ keepAlive: true });
    await get(server.url, agent);
    const silent = await openSocket(server.port);
    await Promise.all([once(silent, 'close'), server.stop()]);
    agent.destroy();
  });

  it('ends what takes longer than the drain', async () => {
    const { app, waiting } = openSlowApp();
    const limits = { drainMs: 1 };
    const server = await startHttpServer({ app, host: '127.0.0.1', port: 0, limits });
    const answer = get(server.url).catch(error => error.code);
    await until('the request', () => waiting.length === 1);
    await server.stop();
    assert.equal(await answer, 'ECONNRESET');
  });

  it('answers 400 to what is not HTTP, and 408 to a head that does not end', async () => {
    const limits = { headersTimeoutMs: 20, timeoutCheckMs: 10 };
    const server = await startHttpServer({ app: hello, host: '127.0.0.1', port: 0, limits });
    const socket = await openSocket(server.port);
    socket.write('what is this\r\n\r\n');
    const [answer] = await once(socket, 'data');
    assert.match(String(answer), /^HTTP\/1\.1 400 Bad Request\r\n/u);
    const slow = await openSocket(server.port);
    slow.write('GET / HTTP/1.1\r\n');
    const [late] = await once(slow, 'data');
    assert.match(String(late), /^HTTP\/1\.1 408 /u);
    await server.stop();
  });
});

describe('startSocketServer', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-socket-'));
    path = join(folder, 'admin.sock');
  });

  afterEach(() => rm(folder, { recursive: true }));

  const over = (socketPath: string) =>
    new Promise<string>((resolve, reject) => {
      request({ socketPath, path: '/' }, response => {
        response.once('data', part => resolve(String(part)));
      })
        .once('error', reject)
        .end();
    });

  it('answers on a socket file that only its owner may open, and removes it', async () => {
    const server = await startSocketServer({ app: hello, path });
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.equal(await over(path), 'hello');
    await server.stop();
    await assert.rejects(lstat(path), { code: 'ENOENT' });
  });

  it('replaces the file of a process that was killed', async () => {
    await leaveStaleSocket(path);
    assert.ok((await lstat(path)).isSocket());
    const server = await startSocketServer({ app: hello, path });
    assert.equal(await over(path), 'hello');
    await server.stop();
  });

  it('leaves alone a socket on which somebody answers', async () => {
    const other: Server = createServer().listen(path);
    await once(other, 'listening');
    await assert.rejects(startSocketServer({ app: hello, path }), /another process answers on/u);
    assert.ok((await lstat(path)).isSocket());
    other.close();
  });

  it('leaves alone what is no socket', async () => {
    await writeFile(path, 'precious');
    await assert.rejects(startSocketServer({ app: hello, path }), /found a file/u);
    assert.equal((await stat(path)).size, 8);
  });

  it('says when the path is longer than a socket address', async () => {
    const long = join(folder, 'x'.repeat(120));
    await assert.rejects(startSocketServer({ app: hello, path: long }), /at most 103 bytes/u);
  });
});

async function leaveStaleSocket(path: string): Promise<void> {
  const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['-e', script]), 'exit');
}
