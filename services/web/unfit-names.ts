/** Names that a browser takes out of a path, and the one that stands for them there: the same as in `schemas/`. */
export const unfitNames: ReadonlySet<string> = new Set(['.', '..', '-']);
