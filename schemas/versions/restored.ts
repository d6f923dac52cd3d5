/** Of an event that makes a resource again what it was in a version, also one that was deleted. */
export type Restored = { readonly restoredFrom?: number };

/** Of a command that does so: the version whose settings it carries. */
export type Restoring = { readonly version: number };
