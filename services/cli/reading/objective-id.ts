import type { CommandContext } from '../context.ts';
import { callApi } from '../organization.ts';
import { asOfQuery, queryOf, type ReadingOptions } from './options.ts';
import { wholeId } from './short-id.ts';

export const objectiveIdOf = (
  beginning: string,
  options: ReadingOptions,
  context: CommandContext,
): Promise<string> =>
  wholeId(beginning, 'objective', async () => {
    const query = queryOf(asOfQuery(options));
    const asked = { route: 'listObjectives', query, text: 'Reading objectives' } as const;
    return (await callApi(asked, options, context)).slos;
  });
