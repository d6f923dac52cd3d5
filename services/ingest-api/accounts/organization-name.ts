const first = [
  'amber',
  'brave',
  'bright',
  'calm',
  'clear',
  'coral',
  'deep',
  'early',
  'gentle',
  'golden',
  'grand',
  'green',
  'keen',
  'lively',
  'lucky',
  'mellow',
  'misty',
  'noble',
  'northern',
  'pearl',
  'quiet',
  'quick',
  'rapid',
  'silver',
  'steady',
  'still',
  'sunny',
  'swift',
  'tall',
  'warm',
  'western',
  'wide',
] as const;

const second = [
  'anchor',
  'bay',
  'beacon',
  'breeze',
  'channel',
  'cliff',
  'coast',
  'cove',
  'current',
  'delta',
  'dune',
  'estuary',
  'ferry',
  'fjord',
  'gull',
  'harbor',
  'heron',
  'island',
  'keel',
  'lagoon',
  'lantern',
  'marina',
  'mast',
  'ocean',
  'pier',
  'reef',
  'ripple',
  'river',
  'sail',
  'shore',
  'tide',
  'wave',
] as const;

const numbersMax = 10_000;

/**
 * Two words and a number, for example `Quiet Harbor 4711`.
 *  seed  a UUID; the same seed gives the same name
 */
export function organizationName(seed: string): string {
  const bytes = Buffer.from(seed.replaceAll('-', ''), 'hex');
  const words = [pick(first, bytes.readUInt8(0)), pick(second, bytes.readUInt8(1))];
  return `${words.map(capitalized).join(' ')} ${bytes.readUInt32BE(2) % numbersMax}`;
}

const pick = (words: readonly string[], index: number): string =>
  words[index % words.length] ?? 'tide';

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
