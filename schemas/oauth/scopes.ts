export const scopes = ['read', 'act'] as const;

/** `read` is what keys of kind `read` may, `act` what those of kind `live` may. */
export type Scope = (typeof scopes)[number];

/** As a token response names it: who may act may read. */
export const scopeText = (scope: Scope): string => (scope === 'act' ? 'read act' : scope);
