/** Named, immutable bodies. Names: `[a-z0-9/._-]`, at most 200 characters, no `..`. */
export type BlobStore = {
  /** Durable when it resolves; the same name again replaces the body. */
  put(name: string, body: Uint8Array): Promise<void>;
  /** False, and nothing changed, when the name is taken. */
  putIfAbsent(name: string, body: Uint8Array): Promise<boolean>;
  get(name: string): Promise<Uint8Array | undefined>;
  /** Nothing happens when there is no such blob. */
  delete(name: string): Promise<void>;
  /** Names that start with `prefix`, in order. */
  list(prefix: string): AsyncIterable<string>;
  close(): Promise<void>;
};
