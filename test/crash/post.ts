import { Agent, request } from 'node:http';

export type Answered = { readonly status: number; readonly body: Buffer };

export type Post = (
  url: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
) => Promise<Answered>;

/** Nobody waits longer for an answer; a server that is killed ends the connection at once. */
const answerMsMaxDefault = 30_000;

/** Posts over connections that are kept. Rejects when no answer came. */
export function openPost(
  connections: number,
  answerMsMax = answerMsMaxDefault,
): { readonly post: Post; readonly close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    post: (url, body, headers) =>
      new Promise((resolve, reject) => {
        const options = { agent, method: 'POST', headers, timeout: answerMsMax };
        const sent = request(url, options, answer => {
          answer
            .toArray()
            .then(chunks =>
              resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }),
            )
            .catch(reject);
        });
        sent.on('error', reject);
        sent.once('timeout', () => sent.destroy(new Error(`no answer in ${answerMsMax} ms`)));
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}
