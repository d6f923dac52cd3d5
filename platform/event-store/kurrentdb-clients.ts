import { ErrorType, type KurrentDBClient } from '@kurrent/kurrentdb-client';
import { kindOf } from './kurrentdb-errors.ts';

export type Clients = {
  readonly use: <Result>(work: (client: KurrentDBClient) => Promise<Result>) => Promise<Result>;
  readonly current: () => KurrentDBClient;
  readonly close: () => Promise<void>;
};

/**
 * A client whose first requests find no server never finds one later, whereas one that was answered
 * once connects again by itself. So until an answer comes, a client that failed is replaced.
 */
export function openClients(create: () => KurrentDBClient): Clients {
  let client = create();
  let hasAnswered = false;
  const failed = (used: KurrentDBClient, error: unknown): void => {
    if (isAnswer(error)) hasAnswered = true;
    if (hasAnswered || used !== client) return;
    client = create();
    void used.dispose().catch(() => undefined);
  };
  return {
    use: async work => {
      const used = client;
      try {
        const result = await work(used);
        hasAnswered = true;
        return result;
      } catch (error) {
        failed(used, error);
        throw error;
      }
    },
    current: () => client,
    close: () => client.dispose(),
  };
}

/** What a server alone can say, such as that there is no such stream. */
function isAnswer(error: unknown): boolean {
  const kind = kindOf(error);
  return kind === ErrorType.STREAM_NOT_FOUND || kind === ErrorType.WRONG_EXPECTED_VERSION;
}
