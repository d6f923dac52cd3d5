import { type Agent, request } from 'node:http';

export type RawRequest = {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly agent: Agent;
};

/** The status of a request whose path goes over the wire as it is: a URL would normalize it. */
export function statusOf(url: string, path: string, options: RawRequest): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, ...options }, answer => {
      const isEndless = answer.headers['content-type']?.startsWith('text/event-stream') === true;
      if (isEndless) answer.destroy();
      else answer.resume();
      answer.once('close', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(options.method === 'POST' ? '{}' : undefined);
  });
}
