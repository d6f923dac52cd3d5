import type { Route } from './http/route.ts';

/** What a feature defines of a command or event: its name and its data. */
export type Payload = { readonly type: string; readonly data: object };

/** Every name of a union once: the compiler reports one that is missing or unknown. */
export type Names<P extends Payload> = { readonly [Type in P['type']]: true };

/** A feature on the floor of schemas: what crosses a process boundary. */
type Definition<Command extends Payload, Event extends Payload> = {
  /** Heading of its routes in the API documents. */
  readonly area: string;
  readonly commands: Names<Command>;
  readonly events: Names<Event>;
  /** Why its commands are rejected, with the HTTP status of each reason. */
  readonly rejections: Readonly<Record<string, number>>;
  readonly routes: readonly Route[];
};

/** `feature<Commands, Events>()(definition)`: the two unions are types only. */
export const feature =
  <Command extends Payload = never, Event extends Payload = never>() =>
  <const D extends Definition<Command, Event>>(
    definition: D,
  ): D & { readonly types?: { readonly command: Command; readonly event: Event } } =>
    definition;
