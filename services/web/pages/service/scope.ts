/** A service, and one of its operations where the page looks at that alone. */
export type Scope = { readonly service: string; readonly operation: string | undefined };
