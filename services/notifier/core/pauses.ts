/** Before the second and every later attempt at a mail. A code is valid for a quarter of an hour. */
export const mailPausesMs = [1_000, 10_000, 60_000, 300_000] as const;

/** The last pause repeats until the delivery expires. */
export const patientPausesMs = [...mailPausesMs, 1_800_000] as const;

/** Before an attempt that follows so many failures. */
export const patientPauseMs = (failures: number): number =>
  patientPausesMs[failures] ?? patientPausesMs[4];
