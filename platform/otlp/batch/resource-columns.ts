import { createHash } from 'node:crypto';
import type { Column } from '../../columns/column.ts';
import type { DictionaryColumn } from '../../columns/dictionary.ts';
import { FixedColumn } from '../../columns/fixed.ts';
import { StringColumn } from '../../columns/strings.ts';
import { AttributeSlots, newFoundValue } from '../wire/attributes.ts';
import { WireReader } from '../wire/reader.ts';
import {
  type ByteRange,
  readResource,
  readScope,
  type ScopeByteRanges,
  type ScopeParts,
} from '../wire/scope.ts';
import { findServiceName, unknownService } from '../wire/service-name.ts';
import { AttributeColumns, type AttributeMark } from './attribute-columns.ts';
import { internUtf8, pushUtf8 } from './text.ts';

/** What spans keep of their resource and scope. */
export type ResourceEntry = {
  /** Index in the dictionary of services. */
  readonly service: number;
  /** The halves of the fingerprint. */
  readonly low: number;
  readonly high: number;
};

type StringMark = ReturnType<StringColumn['mark']>;

export type ResourceMark = {
  readonly rows: number;
  readonly entries: number;
  readonly strings: readonly StringMark[];
  readonly resource: AttributeMark;
  readonly scope: AttributeMark;
};

const nilBytes = new Uint8Array(16);

/** The columns of table `resources` but `known`: every resource and scope of the batch once per organization. */
export class ResourceColumns {
  readonly #services: DictionaryColumn;
  readonly #entries = new Map<string, ResourceEntry>();
  readonly #organization = new FixedColumn(16, 64);
  readonly #fingerprint = new FixedColumn(8, 64);
  readonly #resource = new AttributeColumns();
  readonly #dropped = new FixedColumn(4, 64);
  readonly #schemaUrl = new StringColumn(1024);
  readonly #scopeName = new StringColumn(1024);
  readonly #scopeVersion = new StringColumn(1024);
  readonly #scope = new AttributeColumns();
  readonly #scopeDropped = new FixedColumn(4, 64);
  readonly #scopeSchemaUrl = new StringColumn(1024);
  readonly #batch = new StringColumn(1024);
  readonly #slots = new AttributeSlots();
  readonly #value = newFoundValue();

  constructor(services: DictionaryColumn) {
    this.#services = services;
  }

  get rows(): number {
    return this.#dropped.rows;
  }

  /** The entry of a resource and scope; a row is added for the first of its kind. */
  resolve(bytes: Uint8Array, places: ScopeByteRanges, organization: Uint8Array): ResourceEntry {
    const digest = fingerprint(bytes, places, organization);
    const id = digest.toString('latin1');
    const known = this.#entries.get(id);
    if (known !== undefined) return known;
    const service = this.#pushResource(bytes, places);
    this.#pushScope(bytes, places);
    const entry = { service, low: digest.readInt32LE(0), high: digest.readInt32LE(4) };
    this.#organization.pushUuid(organization, 0);
    this.#fingerprint.pushHalves(entry.low, entry.high);
    this.#batch.pushEmpty();
    this.#entries.set(id, entry);
    return entry;
  }

  pushMarker({ batch }: { readonly batch: string }): void {
    this.#organization.pushUuid(nilBytes, 0);
    this.#fingerprint.pushHalves(0, 0);
    this.#resource.endRow();
    this.#dropped.push(0);
    this.#scope.endRow();
    this.#scopeDropped.push(0);
    for (const column of this.#texts()) column.pushEmpty();
    this.#batch.pushText(batch);
  }

  /** In the order of the table. */
  columns(): Column[] {
    return [
      { name: 'organization', type: 'UUID', data: this.#organization.data() },
      { name: 'fingerprint', type: 'UInt64', data: this.#fingerprint.data() },
      ...this.#resource.columns('attributes'),
      { name: 'dropped_attributes', type: 'UInt32', data: this.#dropped.data() },
      { name: 'schema_url', type: 'String', data: this.#schemaUrl.data() },
      { name: 'scope_name', type: 'String', data: this.#scopeName.data() },
      { name: 'scope_version', type: 'String', data: this.#scopeVersion.data() },
      ...this.#scope.columns('scope_attributes'),
      { name: 'scope_dropped_attributes', type: 'UInt32', data: this.#scopeDropped.data() },
      { name: 'scope_schema_url', type: 'String', data: this.#scopeSchemaUrl.data() },
      { name: 'batch', type: 'String', data: this.#batch.data() },
    ];
  }

  mark(): ResourceMark {
    return {
      rows: this.rows,
      entries: this.#entries.size,
      strings: [...this.#texts(), this.#batch].map(column => column.mark()),
      resource: this.#resource.mark(),
      scope: this.#scope.mark(),
    };
  }

  rollback({ rows, entries, strings, resource, scope }: ResourceMark): void {
    for (const id of [...this.#entries.keys()].slice(entries)) this.#entries.delete(id);
    for (const column of [this.#organization, this.#fingerprint, this.#dropped]) {
      column.truncate(rows);
    }
    this.#scopeDropped.truncate(rows);
    for (const [index, column] of [...this.#texts(), this.#batch].entries()) {
      column.rollback(strings[index] as StringMark);
    }
    this.#resource.rollback(resource);
    this.#scope.rollback(scope);
  }

  /** Returns the index of the service that the resource names. */
  #pushResource(bytes: Uint8Array, { resource, resourceSchema }: ScopeByteRanges): number {
    const reader = new WireReader(bytes, resource.from, resource.to);
    const { droppedAttributes } = readResource(reader, this.#slots, this.#value);
    this.#resource.push(bytes, this.#slots);
    this.#dropped.push(droppedAttributes);
    pushRange(this.#schemaUrl, bytes, resourceSchema);
    const name = findServiceName(bytes, this.#slots);
    if (name === undefined) return this.#services.intern(unknownService, 0, unknownService.length);
    return internUtf8(this.#services, bytes, name.from, name.to);
  }

  #pushScope(bytes: Uint8Array, { scope, scopeSchema }: ScopeByteRanges): void {
    const reader = new WireReader(bytes, scope.from, scope.to);
    const parts: ScopeParts = readScope(reader, this.#slots, this.#value);
    pushRange(this.#scopeName, bytes, parts.name);
    pushRange(this.#scopeVersion, bytes, parts.version);
    this.#scope.push(bytes, this.#slots);
    this.#scopeDropped.push(parts.droppedAttributes);
    pushRange(this.#scopeSchemaUrl, bytes, scopeSchema);
  }

  #texts(): StringColumn[] {
    return [this.#schemaUrl, this.#scopeName, this.#scopeVersion, this.#scopeSchemaUrl];
  }
}

/** Eight bytes that name a resource with its scope, then the organization: known twice only within one. */
function fingerprint(bytes: Uint8Array, places: ScopeByteRanges, organization: Uint8Array): Buffer {
  const { resource, resourceSchema, scope, scopeSchema } = places;
  const ranges = [resource, resourceSchema, scope, scopeSchema];
  const hash = createHash('sha256');
  hash.update(Int32Array.from(ranges, ({ from, to }) => to - from));
  for (const { from, to } of ranges) hash.update(bytes.subarray(from, to));
  return Buffer.concat([hash.digest().subarray(0, 8), organization]);
}

const pushRange = (column: StringColumn, bytes: Uint8Array, { from, to }: ByteRange): void =>
  pushUtf8(column, bytes, from, to);
