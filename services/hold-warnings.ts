// Imported first: warnings of the modules that follow are kept for the log.
import { holdWarnings } from '../platform/log-warnings.ts';

holdWarnings();
