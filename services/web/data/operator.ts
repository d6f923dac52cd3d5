import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf, RouteName } from '../../../schemas/http/routes.ts';
import { type Answer, type Query, sendJson } from './api.ts';
import {
  type OperatorAct,
  type OperatorRead,
  operatorActs,
  operatorReads,
} from './operator-routes.ts';
import { currentToken, forgetToken } from './operator-token.ts';
import { ApiProblem } from './problem.ts';
import { filledPath } from './reads.ts';
import type { Reading } from './use-read.ts';

type Sent = {
  readonly method?: 'POST';
  readonly query?: Query;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

/** One request with the token of operators, and without the key of the session. */
export const sendWithToken = <Name extends RouteName>(
  path: string,
  token: string,
  sent: Sent = {},
): Promise<Answer<ResponseOf<Name>>> =>
  sendJson<Name>(path, { ...sent, key: null, headers: { Authorization: `Bearer ${token}` } });

/** The same with the token that is kept; one that is refused is forgotten. */
async function sendAsOperator<Name extends RouteName>(
  path: string,
  sent: Sent,
): Promise<Answer<ResponseOf<Name>>> {
  const token = currentToken() ?? '';
  try {
    return await sendWithToken<Name>(path, token, sent);
  } catch (error) {
    const isRefused = error instanceof ApiProblem && (error.status === 401 || error.status === 403);
    if (isRefused && token === currentToken()) forgetToken('refused');
    throw error;
  }
}

/** First in the key of all that operators read. */
const ofOperators = 'operator';

/** Key of a read: with it `TokenForm` keeps what it read to try a token. */
export const operatorKey = (name: OperatorRead, asked: object = {}) =>
  [ofOperators, name, asked] as const;

/** Nothing of what operators read stays when the token is forgotten. */
export function useForgetToken(): () => void {
  const queries = useQueryClient();
  return () => {
    forgetToken();
    queries.removeQueries({ queryKey: [ofOperators] });
  };
}

type Options = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly isWanted?: boolean;
  /** Milliseconds between two reads; none in a tab that nobody sees. */
  readonly everyMs?: number;
};

/** Reads what is so now, wherever the slider stands. */
export function useOperatorRead<Name extends OperatorRead>(
  name: Name,
  { params, query, isWanted = true, everyMs }: Options = {},
): Reading<Name> {
  const asked = { ...(params && { params }), ...(query && { query }) };
  return useQuery({
    queryKey: operatorKey(name, asked),
    queryFn: ({ signal }) =>
      sendAsOperator<Name>(filledPath(operatorReads[name], params), {
        ...(query && { query }),
        signal,
      }),
    enabled: isWanted,
    staleTime: 5_000,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
}

type Asked = {
  readonly params?: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
};

/** Does something once; throws `ApiProblem`. */
export function useOperatorAct<Name extends OperatorAct>(
  name: Name,
): (asked: Asked) => Promise<ResponseOf<Name>> {
  const queries = useQueryClient();
  const { path, changes } = operatorActs[name];
  return async ({ params, body }) => {
    const sent = { method: 'POST', body } as const;
    const answer = await sendAsOperator<Name>(filledPath(path, params), sent);
    await Promise.all(
      changes.map(read => queries.invalidateQueries({ queryKey: [ofOperators, read] })),
    );
    return answer.body;
  };
}
