import type { CommandContext } from '../context.ts';
import { callApi } from '../organization.ts';
import { asOfQuery, queryOf, type ReadingOptions } from './options.ts';
import { wholeId } from './short-id.ts';

/** Among so many of the newest alerts a beginning of an id is looked for. */
const alertsMax = '200';

export const alertIdOf = (
  beginning: string,
  options: ReadingOptions,
  context: CommandContext,
): Promise<string> =>
  wholeId(beginning, 'alert', async () => {
    const query = queryOf({ limit: alertsMax, ...asOfQuery(options) });
    const asked = { route: 'listAlerts', query, text: 'Reading alerts' } as const;
    return (await callApi(asked, options, context)).alerts;
  });
