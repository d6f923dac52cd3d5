import type { Sealed } from './ids.ts';

/** Text about a person or an organization: sealed, or in clear if version 1 stored it. */
export type Personal = { readonly sealed: Sealed } | { readonly clear: string };
