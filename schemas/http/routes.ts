import type { z } from 'zod';
import type { Caller } from '../api-keys/kinds.ts';
import { features } from '../features.ts';

type Table = (typeof features)[number]['routes'][number];

/** Every route there is. Where two patterns fit a path, the earlier one serves it. */
export const routes: readonly Table[] = features.flatMap(({ routes: own }) => [...own]);

export type RouteName = Table['name'];

export type RouteOf<Name extends RouteName> = Extract<Table, { readonly name: Name }>;

/** The JSON body after parsing; undefined for a route that takes none. */
export type RequestOf<Name extends RouteName> = Parsed<RouteOf<Name>, 'request'>;
export type QueryOf<Name extends RouteName> = Parsed<RouteOf<Name>, 'query'>;
export type ParamsOf<Name extends RouteName> = Parsed<RouteOf<Name>, 'params'>;
/** The body of the success answer. */
export type ResponseOf<Name extends RouteName> = Parsed<RouteOf<Name>, 'response'>;

type Part = 'request' | 'query' | 'params' | 'response';

type Parsed<R, P extends Part> =
  R extends Readonly<Record<P, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined;

/** Names of the routes that a role serves. */
export type RouteNameOf<Role extends Table['role']> = Extract<
  Table,
  { readonly role: Role }
>['name'];

/** Names of the routes that need an API key. */
export type KeyedRouteName = Extract<Table, { readonly keys: readonly Caller[] }>['name'];

/** Names of the routes that take the parts of a form. */
/** Names of the routes that take JSON as bytes. */
export type JsonBytesRouteName = Extract<Table, { readonly body: 'json-bytes' }>['name'];

export type MultipartRouteName = Extract<Table, { readonly body: 'multipart' }>['name'];

/** Names of the routes that take a body that is compressed in itself. */
export type GzipRouteName = Extract<Table, { readonly body: 'gzip' }>['name'];

/** Names of the routes that take OTLP. */
export type OtlpRouteName = Extract<Table, { readonly body: 'otlp' }>['name'];
