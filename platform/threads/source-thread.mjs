// Starts a thread from the source: a thread does not inherit the loader that the main one was started with.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData);
