import { parse } from 'yaml';

/** What is wrong with the image: it must be pinned, not run as root, tell its health, and lack the engine in process. */
export function dockerfileFaults(text: string): string[] {
  const lines = text.split('\n');
  const bases = lines.flatMap(line => /^FROM (\S+)/.exec(line)?.[1] ?? []);
  const last = lines.slice(lines.findLastIndex(line => line.startsWith('FROM ')));
  const user = last.findLast(line => line.startsWith('USER '))?.slice(5);
  return [
    ...bases.filter(base => !/:\d+\.\d+\.\d+/.test(base)).map(base => `${base} is not pinned`),
    ...(user === undefined || user === 'root' ? ['the process runs as root'] : []),
    ...(last.some(line => line.startsWith('HEALTHCHECK')) ? [] : ['there is no HEALTHCHECK']),
    ...(/rm -rf .*node_modules\/chdb\b/.test(text) ? [] : ['chdb stays in the image']),
    ...(text.includes('npm ci --omit=dev') ? [] : ['packages for development stay in the image']),
  ];
}

type Collector = {
  readonly extensions?: Readonly<Record<string, { readonly directory?: string }>>;
  readonly exporters?: Readonly<
    Record<
      string,
      {
        readonly headers?: Readonly<Record<string, string>>;
        readonly sending_queue?: { readonly enabled?: boolean; readonly storage?: string };
        readonly retry_on_failure?: { readonly enabled?: boolean };
      }
    >
  >;
  readonly processors?: Readonly<Record<string, unknown>>;
  readonly service?: {
    readonly extensions?: readonly string[];
    readonly pipelines?: Readonly<Record<string, { readonly exporters?: readonly string[] }>>;
  };
};

/** What is wrong with the example for the Collector: its queue must be on disk and nothing may wait before it. */
export function collectorFaults(text: string): string[] {
  const { extensions = {}, exporters = {}, processors = {}, service } = parse(text) as Collector;
  const used = Object.values(service?.pipelines ?? {}).flatMap(
    ({ exporters: names }) => names ?? [],
  );
  return [
    ...(used.length === 0 ? ['no pipeline exports'] : []),
    ...(Object.keys(processors).some(name => name.startsWith('batch'))
      ? ['a batch processor holds in memory what the queue should hold']
      : []),
    ...used.flatMap(name => {
      const { headers, sending_queue: queue, retry_on_failure: retry } = exporters[name] ?? {};
      const storage = queue?.storage ?? '';
      return [
        ...(headers?.['x-api-key'] === undefined ? [`${name} sends no key`] : []),
        ...(queue?.enabled === true && extensions[storage]?.directory !== undefined
          ? []
          : [`${name} has no queue on disk`]),
        ...(service?.extensions?.includes(storage) === true ? [] : [`${storage} is not started`]),
        ...(retry?.enabled === true ? [] : [`${name} gives up at the first failure`]),
      ];
    }),
  ];
}
