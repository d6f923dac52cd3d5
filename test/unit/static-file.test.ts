import { deepEqual, equal, match } from 'node:assert/strict';
import { serveStatic } from '../../platform/http/documents/static-file.ts';

describe('a static file', () => {
  const bytes = Buffer.from('<p>page</p>');
  const serve = serveStatic({
    bytes,
    contentSecurityPolicy: "default-src 'none'",
    maxAgeSeconds: 60,
  });

  it('has its own cache and policy headers', () => {
    const { status, body, headers } = serve({ headers: {} });
    equal(status, 200);
    equal(body, bytes);
    equal(headers['Cache-Control'], 'public, max-age=60');
    equal(headers['Content-Security-Policy'], "default-src 'none'");
    match(headers.ETag ?? '', /^"[\w-]{43}"$/);
  });

  it('is not sent to a client that has it, and is to one that has another', () => {
    const etag = serve({ headers: {} }).headers.ETag ?? '';
    const statuses = ['*', etag, `W/${etag}`, `"other", ${etag}`, '"other"', ''].map(
      tags => serve({ headers: { 'if-none-match': tags } }).status,
    );
    deepEqual(statuses, [304, 304, 304, 304, 200, 200]);
    equal(serve({ headers: { 'if-none-match': etag } }).body, undefined);
  });
});
