import { z } from 'zod';
import type { Route } from '../../schemas/http/route.ts';
import { type ResponseOf, type RouteName, routes } from '../../schemas/http/routes.ts';
import { CommandFailed } from './errors.ts';

/** The body as the route table describes it; a server of another version may speak otherwise. */
export function parseResponse<Name extends RouteName>(name: Name, body: unknown): ResponseOf<Name> {
  const route: Route | undefined = routes.find(each => each.name === name);
  const answer = route?.response?.safeParse(body);
  if (answer?.success) return answer.data as ResponseOf<Name>;
  const why = answer === undefined ? '' : `: ${z.prettifyError(answer.error).split('\n', 1)[0]}`;
  throw new CommandFailed(`the server answers in a way this version does not know${why}`);
}
