type StreamParts = { readonly type: string; readonly id: string };

/** Kinds of streams may have hyphens; ids are UUIDs or hashes, or begin with one, or have no kind with a hyphen. */
const streamPattern =
  /^(?<type>[a-z-]+?)-(?<id>[0-9a-f]{8}-[0-9a-f]{4}-.+|[0-9a-f]{64})$|^(?<word>[^-]+)-(?<rest>.+)$/u;

/** The kind of a stream and what stands behind it. */
export function streamParts(stream: string): StreamParts {
  const { type, id, word, rest } = streamPattern.exec(stream)?.groups ?? {};
  return { type: type ?? word ?? stream, id: id ?? rest ?? '' };
}
