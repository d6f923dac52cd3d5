import { copyFile, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package.ts';

const fixtures = join(packageRoot(), 'test/fixtures/tls');

/** Two certificates for 127.0.0.1, each its own authority. */
export type CertificateName = 'first' | 'second';

export const certificatePath = (name: CertificateName, part: 'crt' | 'key'): string =>
  join(fixtures, `${name}.${part}`);

export const authorityOf = (name: CertificateName): Promise<string> =>
  readFile(certificatePath(name, 'crt'), 'utf8');

/** The files of a server, which tests replace as programs that renew certificates do: by renames. */
export function certificateFiles(folder: string) {
  const files = { certFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key') };
  const replace = async (file: string, source: string): Promise<void> => {
    await copyFile(source, `${file}.new`);
    await rename(`${file}.new`, file);
  };
  return {
    ...files,
    replaceCertificate: (name: CertificateName) =>
      replace(files.certFile, certificatePath(name, 'crt')),
    replaceKey: (name: CertificateName) => replace(files.keyFile, certificatePath(name, 'key')),
  };
}
