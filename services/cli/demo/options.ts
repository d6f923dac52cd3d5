/** As the command line gives them. */
export type DemoOptions = {
  readonly seconds?: string;
  readonly port: string;
  readonly dataDir?: string;
  readonly seed: string;
};
