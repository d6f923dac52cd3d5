/** What is wrong with a field of a request. */
export type FieldFault = { readonly field: string; readonly message: string };

/** A value, or why there is none. */
export type Checked<Value> = { readonly value: Value } | { readonly fault: FieldFault };
