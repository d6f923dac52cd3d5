import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { sourceMapLimits as limits } from './config.ts';

const filePart = 'sourcemap';

export type FormFile = {
  readonly bytes: Buffer;
  readonly filename: string | undefined;
  /** It is longer than a map may be. */
  readonly isCut: boolean;
};

export type Form =
  | {
      readonly kind: 'form';
      readonly fields: Readonly<Record<string, string>>;
      readonly file: FormFile | undefined;
    }
  | { readonly kind: 'broken'; readonly message: string };

/** The parts of an upload; the first of each name counts. */
export function readForm(bytes: Uint8Array, contentType: string): Promise<Form> {
  return new Promise(resolve => {
    let isBroken = false;
    const broken = (message: string): void => {
      isBroken = true;
      resolve({ kind: 'broken', message });
    };
    const fields = new Map<string, string>();
    let reading: Promise<FormFile> | undefined;
    let form: Busboy;
    try {
      form = openForm(contentType);
    } catch {
      return broken(malformed);
    }
    form.on('field', (name, value, isNameCut, isValueCut) => {
      if (isNameCut || isValueCut)
        broken(`expected texts of at most ${limits.partBytesMax} bytes in the form`);
      if (!fields.has(name)) fields.set(name, value);
    });
    form.on('file', (name, stream, filename) => {
      if (name !== filePart || reading !== undefined) {
        // An error without a listener ends the process; the form reports it as well.
        stream.on('error', () => broken(malformed));
        return void stream.resume();
      }
      reading = readFile(stream, filename);
      reading.catch(() => broken(malformed));
    });
    form.on('partsLimit', () => broken(`expected at most ${limits.partsMax} parts in the form`));
    form.on('error', () => broken(malformed));
    form.on('finish', () => {
      // fromEntries defines properties, so a part named __proto__ is only a part.
      const done = (file?: FormFile): void =>
        resolve({ kind: 'form', fields: Object.fromEntries(fields), file });
      if (reading === undefined) done();
      else reading.then(done, () => undefined);
    });
    // What follows a fault is not parsed: more parts than a form may have cost 20 microseconds each, and an end inside of one of
    // them is an error to which nothing listens.
    const feed = (from: number): void => {
      if (isBroken) return;
      if (from >= bytes.length) return void form.end();
      const to = from + limits.formSliceBytes;
      form.write(bytes.subarray(from, to), () => feed(to));
    };
    feed(0);
  });
}

const malformed = 'expected a complete form of multipart/form-data';

const openForm = (contentType: string): Busboy =>
  new Busboy({
    headers: { 'content-type': contentType },
    limits: {
      fieldNameSize: limits.partNameBytesMax,
      fieldSize: limits.partBytesMax,
      fileSize: limits.mapBytesMax,
      parts: limits.partsMax,
      headerPairs: limits.partHeadersMax,
      headerSize: limits.partHeaderBytesMax,
    },
  });

async function readFile(stream: BusboyFileStream, filename: string): Promise<FormFile> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return {
    bytes: Buffer.concat(chunks),
    filename: filename || undefined,
    isCut: stream.truncated,
  };
}
