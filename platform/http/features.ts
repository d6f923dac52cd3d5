import type { RouteName } from '../../schemas/http/routes.ts';
import type { Handlers } from './handler.ts';

/** What one feature adds to a role that answers requests. */
type HandlerFeature<Shared> = { readonly handlers: (shared: Shared) => Partial<Handlers> };

type HandledBy<Feature> = Feature extends { readonly handlers: (shared: never) => infer Handled }
  ? keyof Handled
  : never;

/**
 * `openHandlers<Names, Shared>()(features)`: the handlers of a role, of all its features. The compiler reports
 * the routes among the names that no feature handles.
 */
export const openHandlers =
  <Name extends RouteName, Shared>() =>
  <const Features extends readonly HandlerFeature<Shared>[]>(
    features: Features &
      (Exclude<Name, HandledBy<Features[number]>> extends never
        ? unknown
        : { readonly unhandled: Exclude<Name, HandledBy<Features[number]>> }),
  ) =>
  (shared: Shared): Handlers<Name> =>
    Object.assign({}, ...features.map(({ handlers }) => handlers(shared)));
