import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { OrganizationId } from '../../schemas/ids.ts';
import { topics } from '../../schemas/topics.ts';
import type { Keyring } from '../keyring/port.ts';

/** Where the log has an accepted request. */
export type IngestPosition = {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
};

/**
 * Positions as clients get them. Offsets count the requests of every organization, so they are encrypted, as one block
 * with the organization in it: nobody reads another's position, nor how much others send.
 */
export type PositionTokens = {
  write(organization: OrganizationId, position: IngestPosition): Promise<string>;
  /** Undefined for what is no token of this organization. */
  read(organization: OrganizationId, token: string): Promise<IngestPosition | undefined>;
};

/** Their places stand in tokens: none is ever changed. */
const topicNumbers: readonly string[] = [topics.spans, topics.metrics];
const version = 1;
const cipher = 'aes-256-ecb';
/** version 1, topic 1, partition 4, offset 6, organization 4 */
const blockBytes = 16;
const tokenShape = /^[\w-]{22}$/;

export function openPositionTokens(keyring: Pick<Keyring, 'mac'>): PositionTokens {
  let known: Promise<Ciphers> | undefined;
  const ciphers = (): Promise<Ciphers> => {
    known ??= keyring.mac('ingest-position', 'key').then(openCiphers);
    return known;
  };
  return {
    write: async (organization, { topic, partition, offset }) => {
      const { encrypting } = await ciphers();
      const block = Buffer.alloc(blockBytes);
      block.writeUInt8(version, 0);
      block.writeUInt8(topicNumbers.indexOf(topic), 1);
      block.writeUInt32BE(partition, 2);
      block.writeUIntBE(offset, 6, 6);
      block.set(markOf(organization), 12);
      return encrypting.update(block).toString('base64url');
    },
    read: async (organization, token) => {
      if (!tokenShape.test(token)) return undefined;
      const { decrypting } = await ciphers();
      const block = decrypting.update(Buffer.from(token, 'base64url'));
      const topic = topicNumbers[block.readUInt8(1)];
      const isOwn = markOf(organization).equals(block.subarray(12));
      if (block.readUInt8(0) !== version || topic === undefined || !isOwn) return undefined;
      return { topic, partition: block.readUInt32BE(2), offset: block.readUIntBE(6, 6) };
    },
  };
}

/** Each block is encrypted by itself, so one cipher does for all: to make one takes longer than to use it. */
const openCiphers = (key: Buffer) => ({
  encrypting: createCipheriv(cipher, key, null).setAutoPadding(false),
  decrypting: createDecipheriv(cipher, key, null).setAutoPadding(false),
});

type Ciphers = ReturnType<typeof openCiphers>;

const markOf = (organization: OrganizationId): Buffer =>
  Buffer.from(organization.slice(0, 8), 'hex');
