import { oauthLimits } from '../../schemas/oauth/limits.ts';

/** What a client said of itself when it registered. */
export type Client = {
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Unix seconds. */
  readonly registeredAtSeconds: number;
};

/** A client that is used goes on; one that nobody allowed anything in time is forgotten. */
export const isUnusedTooLong = ({ registeredAtSeconds }: Client, atMs: number): boolean =>
  registeredAtSeconds * 1000 + oauthLimits.unusedClientMs <= atMs;
