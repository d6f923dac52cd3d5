import { z } from 'zod';

const organizationNameCharactersMax = 200;

/** The name of an organization as its owner writes it, also at registration. */
export const organizationName = z.string().max(organizationNameCharactersMax);
