import { z } from 'zod';
import { adminRoutes } from '../../schemas/http/admin.ts';
import type { AnswerOf } from '../../schemas/http/routes.ts';
import { CommandFailed } from './errors.ts';

type AdminRoute = (typeof adminRoutes)[number];

/** The body as the route table describes it; a server of another version may speak otherwise. */
export function answerOf<Name extends AdminRoute['name']>(
  name: Name,
  body: unknown,
): AnswerOf<Name> {
  const response: z.ZodType | undefined = adminRoutes.find(route => route.name === name)?.response;
  const answer = response?.safeParse(body);
  if (answer?.success) return answer.data as AnswerOf<Name>;
  const why = answer === undefined ? '' : `: ${z.prettifyError(answer.error).split('\n', 1)[0]}`;
  throw new CommandFailed(`the server answers in a way this version does not know${why}`);
}
