export type Form = { readonly [name: string]: string | Form | undefined };

/** `items[0][price]=p` as an object of objects, as Stripe reads it. */
export function formOf(text: string): Form {
  const form: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/gu)].map(([part]) => part);
    const last = path.pop();
    if (last === undefined) throw new Error(`expected the name of a field, found ${name}`);
    let at = form;
    for (const part of path) {
      at[part] ??= {};
      at = at[part] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return form as Form;
}

export const within = (form: Form, ...path: readonly string[]): Form => {
  const found = path.reduce<Form[string]>((at, part) => (at as Form | undefined)?.[part], form);
  return typeof found === 'object' ? found : {};
};

export const textIn = (form: Form, name: string): string | undefined => {
  const found = form[name];
  return typeof found === 'string' ? found : undefined;
};
