/** Of one request to a model. Those of the cache are part of the input, and reasoning is part of the output. */
export type ModelTokens = {
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrites: number;
  readonly output: number;
};

/** What a model may call. */
export type ModelTool = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Gives what the model reads; throws only when the task is given up. */
  readonly call: (input: unknown, signal: AbortSignal) => Promise<string>;
};

/** What one task of a model may take. */
export type ModelLimits = {
  /** Requests to the model; in the last one it can only answer. */
  readonly stepsMax: number;
  /** Of one request. */
  readonly outputTokensMax: number;
  /** Of all requests together. The one after which there are as many is followed by one more, in which it can only answer. */
  readonly tokensMax: number;
};

export type ModelTask = {
  readonly instructions: string;
  /** What was said so far; the last one is by the user. */
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  readonly tools: readonly ModelTool[];
  readonly limits: ModelLimits;
  /**
   * Called after each request with what it took: as the provider counts, or an estimate from above of a request whose response did not come
   * to its end.
   */
  readonly used: (tokens: ModelTokens) => void;
  readonly signal: AbortSignal;
};

export type LanguageModel = {
  readonly provider: string;
  readonly model: string;
  /**
   * Lets the model call tools, as often as the limits allow, until it answers; gives its text piece by piece. Throws `Unavailable` when it
   * cannot be asked or does not finish, and the reason of the signal when that aborts.
   */
  answer(task: ModelTask): AsyncIterable<string>;
};

/** Where a model is, and how it is spoken to. */
export type ModelSettings = {
  /** The protocol that it speaks. */
  readonly provider: 'openai' | 'anthropic';
  readonly model: string;
  readonly apiKey?: string;
  /** Of the API, with its version: `https://host/v1`. That of the provider itself when absent. */
  readonly baseUrl?: string;
};
