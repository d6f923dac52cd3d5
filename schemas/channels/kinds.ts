/**
 * How a channel of each kind is reached: by mail to an address, by a POST to a URL that is the secret itself, or by requests
 * to the API of a service, which knows the channel by a key.
 */
export const channelTargets = {
  email: 'address',
  slack: 'url',
  webhook: 'url',
  pagerduty: 'key',
  teams: 'url',
  discord: 'url',
  opsgenie: 'key',
} as const;

export type ChannelKind = keyof typeof channelTargets;

export const channelKinds = Object.keys(channelTargets) as readonly ChannelKind[];

/** Kinds whose channels have this target. */
export type KindBy<Target extends (typeof channelTargets)[ChannelKind]> = {
  [Kind in ChannelKind]: (typeof channelTargets)[Kind] extends Target ? Kind : never;
}[ChannelKind];

/** Where the services that channels know by a key keep their data. */
export const channelRegions = ['us', 'eu'] as const;

export type ChannelRegion = (typeof channelRegions)[number];

/** A key, and the API that knows it: that of the service in a region, or another one, at a base URL. */
export type KeyedTarget =
  | { readonly key: string; readonly region: ChannelRegion }
  | { readonly key: string; readonly url: string };
