import { dayMs, hourMs, minuteMs } from '../durations.ts';

/** Limits of remote clients and what people allow them. */
export const oauthLimits = {
  /** Of one client, each, and all of them together: they are in its id. */
  redirectUrisMax: 10,
  redirectUriCharactersMax: 500,
  redirectUrisCharactersMax: 1_000,
  clientNameCharactersMax: 100,
  /** A client id holds name and redirect URIs. */
  clientIdCharactersMax: 4_000,
  /** A client that nobody has allowed anything by then must register again. */
  unusedClientMs: 90 * dayMs,
  /** Of every other parameter, `state` among them. */
  parameterCharactersMax: 1_000,
  codeMs: minuteMs,
  accessTokenMs: hourMs,
  /** Each refresh begins it anew. */
  refreshTokenMs: 30 * dayMs,
  /** Grants of a person that have not ended. */
  grantsPerPersonMax: 100,
  grantsListedMax: 1_000,
  /** Requests of a client network in an hour. */
  registrationsPerHour: 300,
  tokenRequestsPerHour: 6_000,
} as const;
