import type { Problem } from '../../../schemas/http/problem.ts';

/** A refusal of the server, or that it could not be reached. */
export class ApiProblem extends Error {
  /** 0: there was no response. */
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(
    problem: Pick<ApiProblem, 'message' | 'status' | 'code' | 'requestId' | 'retryAfter'>,
  ) {
    super(problem.message);
    this.status = problem.status;
    this.code = problem.code;
    this.requestId = problem.requestId;
    this.retryAfter = problem.retryAfter;
  }
}

export const unreachable = (): ApiProblem =>
  new ApiProblem({
    message: 'The server cannot be reached. Look at the network, then try again.',
    status: 0,
    code: 'unreachable',
    requestId: undefined,
    retryAfter: undefined,
  });

/** What a refusal says; a proxy's page in its place is not shown as if it were Tidemark's sentence. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => ({}))) as Partial<Problem>;
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiProblem({
    message: body.error ?? `The server answered ${response.status} without a reason.`,
    status: response.status,
    code: body.code ?? 'unknown',
    requestId: body.request_id ?? response.headers.get('X-Request-Id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}
