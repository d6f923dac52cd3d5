/** What a suite of contracts is run against: a port over one and the same engine. */
export type Engine<Port> = {
  /** What an earlier one wrote is there. */
  readonly open: () => Promise<Port>;
  readonly dispose: () => Promise<void>;
};

type Closing = { close(): Promise<void> };

/** Opens a port before the suite it is called in, and closes it after it. */
export function openForSuite<Port extends Closing>(start: () => Promise<Engine<Port>>) {
  let engine: Engine<Port>;
  let port: Port;
  before(async () => {
    engine = await start();
    port = await engine.open();
  });
  after(async () => {
    await port.close();
    await engine.dispose();
  });
  return {
    port: (): Port => port,
    /** Opens the port again, which the caller has closed. */
    reopen: async (): Promise<Port> => {
      port = await engine.open();
      return port;
    },
  };
}
