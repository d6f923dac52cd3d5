import { CommandFailed } from '../../errors.ts';

const answerMsMax = 15_000;

/** Calls the API on behalf of the organization of a key; throws unless it succeeds. */
export const callerOf =
  (url: string, key: string) =>
  async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMsMax),
    });
    if (response.ok) return response.json();
    throw new CommandFailed(`${method} ${path} answered ${response.status}`);
  };

export type Call = ReturnType<typeof callerOf>;
