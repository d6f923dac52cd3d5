import { exemplar as exemplarMessage } from '../messages/metrics.ts';
import { valueTypes } from '../metric-types.ts';
import { AttributeSlots, type FoundValue, readAttribute } from './attributes.ts';
import type { WireReader } from './reader.ts';

const { timeUnixNano: timeTag, filteredAttributes: attributesTag } = exemplarMessage.tags;
const { asDouble: doubleTag, asInt: intTag } = exemplarMessage.tags;
const { traceId: traceIdTag, spanId: spanIdTag } = exemplarMessage.tags;

/** What one exemplar says; used again for every exemplar. */
export class ExemplarScan {
  timeLow = 0;
  timeHigh = 0;
  valueType = 0;
  valueLow = 0;
  valueHigh = 0;
  traceIdFrom = 0;
  traceIdTo = 0;
  spanIdFrom = 0;
  spanIdTo = 0;
  readonly attributes = new AttributeSlots();

  clear(): void {
    this.timeLow = this.timeHigh = 0;
    this.valueType = this.valueLow = this.valueHigh = 0;
    this.traceIdFrom = this.traceIdTo = 0;
    this.spanIdFrom = this.spanIdTo = 0;
    this.attributes.count = 0;
  }
}

/** Reads an exemplar like a link. Its ids may be missing, but not half there. */
export function readExemplar(reader: WireReader, exemplar: ExemplarScan, value: FoundValue): void {
  exemplar.clear();
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    switch (tag) {
      case timeTag:
        reader.fixed64();
        exemplar.timeLow = reader.low;
        exemplar.timeHigh = reader.high;
        break;
      case doubleTag:
      case intTag:
        reader.fixed64();
        exemplar.valueType = tag === intTag ? valueTypes.int : valueTypes.double;
        exemplar.valueLow = reader.low;
        exemplar.valueHigh = reader.high;
        break;
      case spanIdTag:
        reader.range();
        exemplar.spanIdFrom = reader.from;
        exemplar.spanIdTo = reader.to;
        break;
      case traceIdTag:
        reader.range();
        exemplar.traceIdFrom = reader.from;
        exemplar.traceIdTo = reader.to;
        break;
      case attributesTag:
        readAttribute(reader, exemplar.attributes, value);
        break;
      default:
        reader.skip(tag, exemplarMessage);
    }
  }
  checkIds(reader, exemplar);
}

function checkIds(reader: WireReader, exemplar: ExemplarScan): void {
  if (reader.problem !== undefined) return;
  const trace = exemplar.traceIdTo - exemplar.traceIdFrom;
  const span = exemplar.spanIdTo - exemplar.spanIdFrom;
  if (trace !== 0 && trace !== 16) {
    reader.fail(`an exemplar has a trace id of ${trace} bytes, expected 16`);
  } else if (span !== 0 && span !== 8) {
    reader.fail(`an exemplar has a span id of ${span} bytes, expected 8`);
  }
}
