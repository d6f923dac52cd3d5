export type TlsLimits = {
  /** Between two looks at the files. */
  readonly lookEveryMs: number;
  /** Of either file. */
  readonly fileBytesMax: number;
};

export const tlsLimits: TlsLimits = {
  lookEveryMs: 5_000,
  fileBytesMax: 1024 * 1024,
};
