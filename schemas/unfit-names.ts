/** Names that URLs take out of a path (RFC 3986, 5.2.4), and the one that stands for them there. */
export const unfitNames: ReadonlySet<string> = new Set(['.', '..', '-']);
