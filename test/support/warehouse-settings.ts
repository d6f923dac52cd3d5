import type { ClickhouseServer } from './fake-clickhouse.ts';

/** What a process must be told to use a warehouse server. */
export function clickhouseSettings({
  options,
}: Pick<ClickhouseServer, 'options'>): Record<string, string> {
  const { url, user, password } = options;
  return {
    CLICKHOUSE_URL: url,
    ...(user !== undefined && { CLICKHOUSE_USER: user }),
    ...(password !== undefined && { CLICKHOUSE_PASSWORD: password }),
  };
}
