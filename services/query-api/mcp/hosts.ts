import type { IncomingHttpHeaders } from 'node:http';
import { HttpProblem } from '../../../platform/http/problem.ts';
import { urlOf } from '../../../schemas/http/web-url.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Throws 403 for a Host or Origin other than loopback names and the host of the public URL: a page whose name is pointed
 * at this machine (DNS rebinding) could otherwise use a server that only this machine reaches. The protocol
 * requires it of servers (Streamable HTTP, "Security Warning").
 */
export function assertKnownSite({ host, origin }: IncomingHttpHeaders, publicUrl: string): void {
  const own = new URL(publicUrl).hostname;
  for (const [header, url] of [
    ['Host', host && `http://${host}`],
    ['Origin', origin],
  ] as const) {
    if (url === undefined || isKnown(url, own)) continue;
    throw new HttpProblem({
      status: 403,
      code: 'origin_not_allowed',
      message: `${header} ${url.slice(0, charactersShown)} is neither this machine nor the host of TIDEMARK_PUBLIC_URL, ${own}`,
    });
  }
}

const charactersShown = 200;

function isKnown(url: string, own: string): boolean {
  const hostname = urlOf(url)?.hostname;
  return hostname !== undefined && (hostname === own || loopback.has(hostname));
}
