import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { operationOf, operationSql } from '../../schemas/operation.ts';
import { holds } from '../support/property.ts';
import { testWarehouse } from '../support/warehouse.ts';

/** Texts of what makes a word a number, a hexadecimal word or neither. */
const name = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'/ -_:.{}\'"\\é😀'),
      fc.constantFrom('a', 'F', 'g', 'Z', '0', '7', 'deadbeef', 'DEADBEE1', '12345678', 'id'),
      fc.uuid(),
      fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map(parts => parts.join('').toWellFormed().replaceAll('\0', ''));

describe('the operation of a span name in the warehouse', function () {
  this.timeout(120_000);
  let warehouse: Warehouse;

  before(async () => {
    warehouse = await testWarehouse();
  });

  it('is what the processor makes of it', async () => {
    await holds(
      fc.asyncProperty(fc.array(name, { minLength: 50, maxLength: 50 }), async names => {
        const rows = await warehouse.query<{ operation: string }>(
          `SELECT ${operationSql('name')} AS operation
           FROM (SELECT toLowCardinality(arrayJoin({names:Array(String)})) AS name)`,
          { names },
        );
        deepEqual(
          rows.map(({ operation }) => operation),
          names.map(operationOf),
        );
      }),
      40,
    );
  });
});
