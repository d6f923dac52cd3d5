import type { CheckMethod } from '../../../../schemas/health/check.ts';

const all: Readonly<Record<CheckMethod, true>> = {
  GET: true,
  HEAD: true,
  POST: true,
  PUT: true,
  PATCH: true,
  DELETE: true,
  OPTIONS: true,
};

export const checkMethods = Object.keys(all) as readonly CheckMethod[];
