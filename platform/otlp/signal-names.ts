/** What a signal and its parts are called in reasons. */
export type SignalNames = {
  readonly signal: string;
  /** What lies in a scope. */
  readonly items: string;
  /** What is taken or refused alone. */
  readonly item: string;
  /** Everything that counts towards the messages of a request. */
  readonly messages: string;
};

export const traceWords: SignalNames = {
  signal: 'traces',
  items: 'spans',
  item: 'span',
  messages: 'spans, attributes, values, events and links',
};

export const metricWords: SignalNames = {
  signal: 'metrics',
  items: 'metrics',
  item: 'data point',
  messages: 'metrics, data points, attributes, values, quantiles and exemplars',
};
