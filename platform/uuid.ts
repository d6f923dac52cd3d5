import { randomUUID } from 'node:crypto';

export { uuidV5 } from '../schemas/uuid.ts';

/** Version 4, from the operating system's randomness. */
export const randomUuid = (): string => randomUUID();
