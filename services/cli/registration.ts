import { z } from 'zod';
import { accountRoutes } from '../../schemas/accounts/routes.ts';
import { CommandFailed } from './errors.ts';

export type RegisterRequest = {
  readonly email: string;
  readonly serviceName: string;
  readonly organizationName?: string;
};

export type Registered = z.output<typeof registered>;
export type Verified = z.output<typeof verified>;

/** A rejection with the server's message; `code` is for programs. */
export class Refused extends CommandFailed {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

const [registerRoute, verifyRoute] = accountRoutes;
const registered = registerRoute.response;
const verified = verifyRoute.response;
const problem = z.looseObject({ error: z.string(), code: z.string() });
const answerMsMax = 20_000;

/** Starts a registration: a code is mailed to the address. */
export async function register(url: string, request: RegisterRequest): Promise<Registered> {
  const { email, serviceName, organizationName } = request;
  const body = {
    email,
    service_name: serviceName,
    ...(organizationName !== undefined && { organization_name: organizationName }),
    source: 'cli',
  };
  return registered.parse(await post(`${url}${registerRoute.path}`, body));
}

/** Ends it with the code and gives the key. */
export async function verify(url: string, session: string, code: string): Promise<Verified> {
  const body = { session_id: session, code: code.trim() };
  return verified.parse(await post(`${url}${verifyRoute.path}`, body));
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await send(url, JSON.stringify(body));
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  const refusal = problem.safeParse(answer);
  if (refusal.success) throw new Refused(refusal.data.error, refusal.data.code);
  throw new CommandFailed(`${url} answered ${response.status}: is that a Tidemark server?`);
}

async function send(url: string, body: string): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'tidemark-cli' },
      body,
      signal: AbortSignal.timeout(answerMsMax),
    });
  } catch (cause) {
    const { origin } = new URL(url);
    throw new CommandFailed(
      `nothing answers on ${origin}: start a server with tidemark serve, or name another with --url`,
      { cause },
    );
  }
}
