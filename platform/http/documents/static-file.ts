import { createHash } from 'node:crypto';
import type { HttpRequest } from '../handler.ts';

export type StaticFile = {
  readonly bytes: Buffer;
  /** What the page may load and do; absent for what is no page. */
  readonly contentSecurityPolicy?: string;
  /** How long browsers cache it. */
  readonly maxAgeSeconds: number;
};

type StaticAnswer = {
  readonly status: 200 | 304;
  readonly body?: Buffer;
  readonly headers: Readonly<Record<string, string>>;
};

/** Answers with bytes that stay the same as long as the process runs, or 304 to a client that has them. */
export function serveStatic(
  file: StaticFile,
): (request: Pick<HttpRequest, 'headers'>) => StaticAnswer {
  const { bytes, contentSecurityPolicy: policy, maxAgeSeconds } = file;
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  const headers = {
    ETag: etag,
    'Cache-Control': `public, max-age=${maxAgeSeconds}`,
    ...(policy !== undefined && { 'Content-Security-Policy': policy }),
  };
  return ({ headers: asked }) =>
    hasIt(asked['if-none-match'], etag)
      ? { status: 304, headers }
      : { status: 200, body: bytes, headers };
}

/** RFC 9110, section 13.1.2: a list of tags of which each may be weak, or `*`. */
const hasIt = (tags: string | undefined, etag: string): boolean =>
  tags?.split(',').some(tag => ['*', etag].includes(tag.trim().replace(/^W\//u, ''))) ?? false;
