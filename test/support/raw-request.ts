import { request } from 'node:http';

/** The status of a request whose path goes over the wire as it is: a URL would normalize it. */
export function statusOf(
  url: string,
  path: string,
  { method, headers }: { readonly method: string; readonly headers: Record<string, string> },
): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, answer => {
      resolve(answer.statusCode ?? 0);
      // Streams do not end by themselves.
      answer.destroy();
    });
    sent.once('error', reject);
    sent.end(method === 'POST' ? '{}' : undefined);
  });
}
