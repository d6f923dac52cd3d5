import { equal, match } from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openSite } from '../../platform/http/site/site.ts';
import { startTestApp, type TestApp } from '../support/http-app.ts';

const script = 'console.log("page");\n'.repeat(20);

describe('the pages of a server', () => {
  let folder: string;
  let server: TestApp;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-site-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<html><head><base href="/" /></head></html>');
    await writeFile(join(folder, 'replay-frame.html'), '<html><title>Recorded page</title></html>');
    await writeFile(join(folder, 'theme.js'), '// theme');
    await writeFile(join(folder, 'assets/index-1a2b.js'), script);
    await writeFile(join(folder, 'assets/index-1a2b.js.gz'), gzipSync(script));
    await writeFile(join(folder, 'assets/secret.txt'), 'not a file of the site');
    const publicUrl = () => 'https://tidemark.example/team"a/';
    server = await startTestApp({}, { site: openSite({ folder, publicUrl }) });
  });

  after(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, { headers });
  const visit = (path: string) =>
    get(path, { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });

  it('are served for every path that no route takes, with the path of the public address', async () => {
    for (const path of ['/', '/services/a%2Fb', '/alerts/1', '/no/such/page']) {
      const response = await visit(path);
      equal(response.status, 200, path);
      equal(response.headers.get('Content-Type'), 'text/html; charset=utf-8');
      match(await response.text(), /<base href="\/team%22a\/"/u);
    }
  });

  it('may load and run only what comes with them, and are framed by nobody', async () => {
    const { headers } = await visit('/');
    const policy = headers.get('Content-Security-Policy') ?? '';
    match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/u);
    match(policy, /frame-ancestors 'none'$/u);
    equal(policy.includes('unsafe'), false);
    equal(headers.get('X-Content-Type-Options'), 'nosniff');
    equal(headers.get('Cache-Control'), 'no-cache');
  });

  it('draw recorded pages in one that runs and fetches nothing else, and that only they frame', async () => {
    const response = await visit('/replay-frame');
    match(await response.text(), /Recorded page/u);
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    match(policy, /^default-src 'none'; script-src 'self'; style-src 'unsafe-inline';/u);
    match(policy, /frame-ancestors 'self'$/u);
    equal(/https?:|\*|connect-src|unsafe-eval/u.test(policy), false);
  });

  it('leave paths of programs and clients that want no page to the uniform 404', async () => {
    for (const path of ['/v1/nothing', '/api/nothing', '/sdk/x', '/mcp/x', '/assets/gone.js'])
      equal((await visit(path)).status, 404, path);
    equal((await get('/services/shop')).status, 404);
    equal((await get('/', { Accept: 'application/json' })).status, 404);
    equal((await fetch(`${server.url}/`, { method: 'POST' })).status, 404);
  });

  it('have files that browsers keep for ever when their names change with them', async () => {
    const asset = await get('/assets/index-1a2b.js');
    equal(asset.headers.get('Cache-Control'), 'public, max-age=31536000, immutable');
    equal(asset.headers.get('Content-Type'), 'text/javascript; charset=utf-8');
    equal(await asset.text(), script);
    equal((await get('/theme.js')).headers.get('Cache-Control'), 'no-cache');
    equal((await get('/assets/secret.txt')).status, 404);
    equal((await get('/assets/%2e%2e/index.html')).status, 404);
  });

  it('have files that are sent as they were compressed, to those who take that', async () => {
    const packed = await get('/assets/index-1a2b.js', { 'Accept-Encoding': 'gzip' });
    equal(packed.headers.get('Content-Encoding'), 'gzip');
    equal(await packed.text(), script);
    const plain = await get('/assets/index-1a2b.js', { 'Accept-Encoding': 'identity' });
    equal(plain.headers.get('Content-Encoding'), null);
    const unpacked = await get('/theme.js', { 'Accept-Encoding': 'br' });
    equal(unpacked.headers.get('Content-Encoding'), null);
  });

  it('are not there when nothing was built', () => {
    const site = openSite({ folder: join(folder, 'nowhere'), publicUrl: () => 'http://a.example' });
    equal(site({ method: 'GET', path: '/' } as never), false);
  });
});
