import type { Inspection } from './inspection.ts';

/** Each projection is what its events give: it is rebuilt beside the live one, compared row by row, and dropped. */
export const inspectProjections: Inspection = async (
  { projections },
  { findings, tell, signal },
) => {
  const all = await projections.lag();
  for (const [index, { name }] of all.entries()) {
    tell(index, all.length);
    signal.throwIfAborted();
    const report = await projections.rebuild(name, { diff: true, dryRun: true });
    if (report.kind !== 'rebuilt') {
      findings.skipped(1);
      continue;
    }
    findings.checked(report.rows);
    for (const { key } of report.differences)
      findings.fault(`${name} has another row under ${key} than its events give`);
    const untold = report.differenceCount - report.differences.length;
    for (let more = 0; more < untold; more++) findings.fault(name);
  }
};
