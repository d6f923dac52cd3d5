import { readFileSync } from 'node:fs';
import { timesReport } from './report.ts';

// Prints the report of a run's times; `.ci/run` calls it with the file that the lanes wrote.
process.stdout.write(`${timesReport(readFileSync(process.argv[2] ?? '', 'utf8'))}\n`);
