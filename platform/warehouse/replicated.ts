import type { Settings } from './statements.ts';

export type Replication = {
  /** As the server's configuration names it; definitions run on all of its nodes. */
  readonly cluster: string;
  /** Where the tables meet in ClickHouse Keeper; `{shard}`, `{database}`, `{table}` are the server's macros. */
  readonly path?: string;
  readonly replica?: string;
  /** Replicas that have an insert before it is answered; by default a majority. */
  readonly quorum?: number | 'auto';
};

export const replicaPathDefault = '/clickhouse/tables/{shard}/{database}/{table}';
export const replicaNameDefault = '{replica}';

/** As long as the markers of batches are kept, which decide when tokens are forgotten. */
export const deduplicationSecondsMax = 7 * 24 * 3600;

const definition =
  /^(\s*(?:--[^\n]*\n\s*)*)((?:CREATE|ALTER|DROP|TRUNCATE)\s+(?:TABLE|DATABASE)\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?[\w.`-]+)/i;
const engine = /\bENGINE\s*=\s*(?!Replicated)(\w*MergeTree)(\s*\(([^)]*)\))?/i;

/**
 * A definition of a table or database for one server as the same for a replicated one. A statement
 * that defines neither is left alone; so is a definition that names a cluster already.
 */
export function replicatedDefinition(sql: string, replication: Replication): string {
  if (!definition.test(sql) || /\bON\s+CLUSTER\b/i.test(sql)) return sql;
  return sql
    .replace(definition, (_, before: string, head: string) => {
      return `${before}${head} ON CLUSTER ${identifier(replication.cluster)}`;
    })
    .replace(engine, (_, name: string, _list: unknown, given: string | undefined) => {
      const places = [
        replication.path ?? replicaPathDefault,
        replication.replica ?? replicaNameDefault,
      ];
      const rest = given?.trim() ? [given.trim()] : [];
      return `ENGINE = Replicated${name}(${[...places.map(quoted), ...rest].join(', ')})`;
    })
    .replace(
      /\bnon_replicated_deduplication_window\b/g,
      `replicated_deduplication_window_seconds = ${deduplicationSecondsMax}, replicated_deduplication_window`,
    );
}

/**
 * An insert is answered when the quorum has it, one after the other in each table: only then can
 * any replica know whether a batch is there, and a batch is sent again when it is not.
 */
export function replicatedInsertSettings({ quorum }: Replication): Settings {
  return { insert_quorum: quorum ?? 'auto', insert_quorum_parallel: 0 };
}

/** A replica that lacks an answered insert refuses the read. */
export const replicatedReadSettings: Settings = { select_sequential_consistency: 1 };

const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function identifier(name: string): string {
  if (!/^[\w{}.-]+$/.test(name)) throw new RangeError(`expected a cluster's name, found ${name}`);
  return quoted(name);
}
