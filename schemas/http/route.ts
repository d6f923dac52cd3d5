import type { z } from 'zod';
import type { Caller } from '../api-keys/kinds.ts';
import type { Json } from '../json.ts';

/** Which process serves a route; `admin` is the socket of the data folder, and `/admin` with the token. */
export type ServedBy = 'ingest-api' | 'query-api' | 'admin' | 'probe';

export type Route = {
  /** Unique; also the operation id of the OpenAPI document. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` is one segment, `*name` the whole rest of the path, slashes included. */
  readonly path: string;
  readonly aliases?: readonly string[];
  readonly role: ServedBy;
  readonly keys: readonly Caller[] | 'none' | 'admin';
  /** It takes and shows only the services of a key that is restricted to some. Absent: such keys get 403. */
  readonly perService?: true;
  /** It takes tokens of remote clients, too; no other route does. */
  readonly grants?: true;
  /** The response contains domain state: a key that was revoked before must not get it. */
  readonly domain?: true;
  /** Its response may wait for something to happen, or follow what happens. */
  readonly waits?: true;
  /** The key may also come as `?api_key=`, for senders that cannot set a header. */
  readonly keyInQuery?: true;
  /**
   * Pages of other sites may call it: `send` what they need not read, as beacons do; `read` also the
   * response. Absent: they may not.
   */
  readonly cors?: 'send' | 'read';
  /**
   * `form`: fields as of an HTML form without files, as an object of texts. `multipart`: parts as of an HTML form, which the handler reads from the bytes. `gzip`: of any content type, not inflated. `json-bytes`: JSON that the handler
   * parses itself, off the event loop if it is long.
   */
  readonly body: 'none' | 'json' | 'json-bytes' | 'form' | 'otlp' | 'multipart' | 'gzip';
  /** Of `multipart`: the content type of a body that is the file itself, without a form. */
  readonly fileType?: string;
  /** Of `json`: the handler writes numbers that no double holds as they were sent, with `exactJsonText`. */
  readonly hasExactNumbers?: boolean;
  readonly params?: z.ZodType;
  /** A request with a parameter that is not here is refused; a name that ends with a dot stands for all that begin with it. */
  readonly query?: z.ZodObject;
  readonly request?: z.ZodType;
  readonly response?: z.ZodType;
  /** Of the success answer; JSON when absent. */
  readonly contentType?: string;
  /** Other forms of the success answer, for a client that asks for one or sends it itself. */
  readonly otherTypes?: readonly string[];
  /** The field of the response whose list a client may also read as CSV. */
  readonly csv?: string;
  /** Another form of its refusals, besides the problem. */
  readonly refusalType?: string;
  /** Refusals also say what OAuth clients read: a word as `error`, and the sentence as `error_description`. */
  readonly oauthErrors?: true;
  /** Statuses of answers without a body. */
  readonly bodiless?: readonly number[];
  /** One sentence. */
  readonly summary: string;
  /** Successes first, then the refusals of its own; those that every route may give are added where they are listed. */
  readonly statuses: readonly [number, ...number[]];
  /** A request body and the response to it, for the API documents. */
  readonly example?: { readonly request?: Json; readonly response?: Json };
};

/** Whether a route changes nothing. query-api only reads; some of its requests need a body. */
export const isRead = ({ method, role }: Pick<Route, 'method' | 'role'>): boolean =>
  method === 'GET' || role === 'query-api';
