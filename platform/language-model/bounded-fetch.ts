import { Agent, fetch as fetchBy, type RequestInit } from 'undici';
import { Unavailable } from '../errors.ts';
import { modelRequestLimits } from './limits.ts';

export type BoundedFetch = { readonly fetch: typeof fetch; readonly close: () => Promise<void> };

/** `fetch` with limits for times and bytes. It follows no redirection: the key is for one host. */
export function boundedFetch(): BoundedFetch {
  const { connectMsMax, headersMsMax, silenceMsMax } = modelRequestLimits;
  const dispatcher = new Agent({
    connect: { timeout: connectMsMax },
    headersTimeout: headersMsMax,
    bodyTimeout: silenceMsMax,
  });
  const bounded = async (url: unknown, options: unknown): Promise<unknown> => {
    const init = { ...(options as RequestInit), dispatcher, redirect: 'error' } as const;
    const response = await fetchBy(url as string, init);
    const { status, statusText, headers } = response;
    const body = response.body?.pipeThrough(atMost(modelRequestLimits.responseBytesMax));
    return new Response(body as ReadableStream | undefined, {
      status,
      statusText,
      headers: [...headers],
    });
  };
  return { fetch: bounded as typeof fetch, close: () => dispatcher.destroy() };
}

function atMost(bytesMax: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > bytesMax)
        throw new Unavailable(`the response of the language model has over ${bytesMax} bytes`);
      controller.enqueue(chunk);
    },
  });
}
