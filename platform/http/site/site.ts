import type { Context } from 'koa';
import { escapeMarkup } from '../documents/markup.ts';
import { readSite, type SiteFile } from './files.ts';

/** Answers a request for a page or one of its files; false when it is for something else. */
export type Site = (context: Context) => boolean;

/** Nothing comes from another site, nothing runs that was not built, and no other site frames it. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Recorded pages are drawn there: whatever they hold runs nothing and fetches nothing, and only the pages frame it. */
const framePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const framePath = '/replay-frame';

const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  Vary: 'Accept, Accept-Encoding',
} as const;

const yearSeconds = 31_536_000;

/** Paths of programs: what is not there is said as JSON, also to a browser. */
const ofPrograms = /^\/(?:v1|api|sdk|admin|mcp|assets)(?:\/|$)/u;

type SiteOptions = {
  /** What `npm run build` wrote; a folder that is not there serves no pages. */
  readonly folder: string;
  /** Where Tidemark is for browsers; its path is that of every page. */
  readonly publicUrl: () => string;
};

/**
 * The web application, from memory. Every path that no route takes is one of its pages, for a client that asks for
 * HTML, as browsers do; the page itself says when there is none.
 */
export function openSite({ folder, publicUrl }: SiteOptions): Site {
  const site = readSite(folder);
  if (site === undefined) return () => false;
  let index: Buffer | undefined;
  const start = (): Buffer => {
    index ??= Buffer.from(withBase(site.index, publicUrl()));
    return index;
  };
  return context => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return false;
    const file = site.files.get(context.path);
    if (file !== undefined) sendFile(context, file);
    else if (!isPage(context)) return false;
    else if (context.path === framePath) sendPage(context, site.replayFrame, framePolicy);
    else sendPage(context, start(), contentSecurityPolicy);
    return true;
  };
}

const isPage = (context: Context): boolean =>
  !ofPrograms.test(context.path) && /\btext\/html\b/iu.test(context.get('Accept'));

function withBase(index: string, publicUrl: string): string {
  const path = new URL(publicUrl).pathname;
  const base = escapeMarkup(path.endsWith('/') ? path : `${path}/`);
  return index.replace('<base href="/"', `<base href="${base}"`);
}

function sendFile(context: Context, file: SiteFile): void {
  const accepted = context.acceptsEncodings(['br', 'gzip', 'identity']);
  const encoding = accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
  const packed = file[encoding];
  context.set({
    ...headers,
    'Cache-Control': file.isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache',
    ...(packed !== undefined && encoding !== 'identity' && { 'Content-Encoding': encoding }),
  });
  context.type = file.contentType;
  context.body = packed ?? file.identity;
}

function sendPage(context: Context, bytes: Buffer, policy: string): void {
  context.set({
    ...headers,
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': policy,
  });
  context.type = 'text/html; charset=utf-8';
  context.body = bytes;
}
