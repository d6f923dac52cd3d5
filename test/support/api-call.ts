export type ApiAnswer<Body> = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
};

export type ApiCall = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly key: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A request with a key and a JSON response, as a client of an organization makes it. */
export async function callApi<Body = Record<string, unknown>>(
  url: string,
  { method = 'GET', path, key, body, headers }: ApiCall,
): Promise<ApiAnswer<Body>> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'X-API-Key': key,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { status } = response;
  return { status, headers: response.headers, body: (await response.json()) as Body };
}
