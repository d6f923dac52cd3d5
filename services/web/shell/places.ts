export type Place = {
  readonly to: string;
  readonly name: string;
  /** What `g` and this letter opens; pages that are opened rarely have none. */
  readonly letter?: string;
};

type Part = { readonly name: string; readonly places: readonly Place[] };

/** The pages of the navigation, the palette and the keyboard, by what they are for. */
export const parts: readonly Part[] = [
  {
    name: 'Telemetry',
    places: [
      { to: '/', name: 'Overview', letter: 'o' },
      { to: '/services', name: 'Services', letter: 's' },
      { to: '/traces', name: 'Traces', letter: 't' },
      { to: '/errors', name: 'Errors', letter: 'e' },
      { to: '/releases', name: 'Releases', letter: 'd' },
      { to: '/map', name: 'Service map', letter: 'm' },
      { to: '/explore', name: 'Metrics', letter: 'x' },
      { to: '/replays', name: 'Replays', letter: 'p' },
      { to: '/snapshots', name: 'Snapshots', letter: 'b' },
      { to: '/models', name: 'LLM calls', letter: 'l' },
      { to: '/ask', name: 'Assistant', letter: 'q' },
    ],
  },
  {
    name: 'Alerting',
    places: [
      { to: '/alerts', name: 'Alerts', letter: 'a' },
      { to: '/inbox', name: 'Inbox', letter: 'i' },
      { to: '/rules', name: 'Rules', letter: 'r' },
      { to: '/slos', name: 'Objectives', letter: 'v' },
      { to: '/anomalies', name: 'Anomalies', letter: 'n' },
      { to: '/checks', name: 'Checks', letter: 'c' },
      { to: '/channels', name: 'Channels' },
      { to: '/silences', name: 'Silences' },
      { to: '/webhooks', name: 'Webhooks' },
    ],
  },
  {
    name: 'Organization',
    places: [
      { to: '/history', name: 'History', letter: 'h' },
      { to: '/members', name: 'Members' },
      { to: '/keys', name: 'API keys' },
      { to: '/source-maps', name: 'Source maps' },
      { to: '/billing', name: 'Billing' },
      { to: '/settings', name: 'Settings' },
      { to: '/setup', name: 'Set up', letter: 'u' },
    ],
  },
];

/** In the navigation while their token is kept, in the palette always. */
export const operators: Part = {
  name: 'Operators',
  places: [{ to: '/operate', name: 'Operate' }],
};

export const places: readonly Place[] = [...parts, operators].flatMap(part => part.places);
