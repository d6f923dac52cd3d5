import { openDocs } from '../platform/http/documents/docs.ts';
import { openApiDocument } from '../platform/http/documents/openapi.ts';
import type { Handlers } from '../platform/http/handler.ts';
import { packageVersion } from '../platform/package.ts';
import { features } from '../schemas/features.ts';
import { envelopes } from '../schemas/webhooks/payload.ts';

let made: Handlers<'openapi' | 'docs'> | undefined;

/** The description of the interface follows from the routes alone. It takes a third of a second, once in a process. */
export function docsHandlers(): Handlers<'openapi' | 'docs'> {
  const described = { areas: features, version: packageVersion(), webhooks: envelopes };
  // The origin from which the document was read, as OpenAPI has it where no server is named.
  made ??= openDocs(openApiDocument({ ...described, url: '/' }));
  return made;
}
