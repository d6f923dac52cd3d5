/** Where a client sends to. */
export type Target = {
  readonly grpcPort: number;
  readonly key: string;
  readonly service: string;
  /** Of the client's process: variables of OpenTelemetry. */
  readonly environment?: Readonly<Record<string, string>>;
};

export type Work = {
  readonly traces: number;
  /** Some spans of the last trace are such that Tidemark refuses them. */
  readonly hasRefused?: boolean;
  /** Between two traces. */
  readonly pauseMs?: number;
};

/** What Tidemark must have when all of it has arrived. */
export type Sent = {
  readonly accepted: number;
  readonly refused: number;
  /** Entry spans of those that are accepted. */
  readonly requests: number;
  /** Trace and span ids of what is accepted, where the client says them. */
  readonly ids?: readonly string[];
  /** Of the counter `shop.orders`, where the client sends metrics. */
  readonly orders?: number;
};

export type Sending = {
  /** What the client has told its user until now. */
  readonly told: () => Promise<string>;
  /** It has sent, or has taken for sending, everything. */
  readonly finished: Promise<Sent>;
  readonly stop: () => Promise<void>;
};

export type Client = {
  readonly name: string;
  /** The compression that it has when nobody chooses one. */
  readonly encoding: string | undefined;
  /** Whether it sends again what it gave up at its own deadline. */
  readonly repeatsLate: boolean;
  readonly start: (target: Target, work: Work) => Promise<Sending>;
};
