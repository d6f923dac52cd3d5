import { isFailed, type Model } from './model.ts';

/** Whether a span has a text in its name or service, or its id begins with it, in any case. */
export function matcherOf(model: Model, text: string, onlyErrors: boolean) {
  const wanted = text.trim().toLowerCase();
  const { columns, names, services } = model.outline;
  const holds = (each: string) => each.toLowerCase().includes(wanted);
  const [byName, byService] = [names.map(holds), services.map(holds)];
  return (span: number): boolean => {
    if (onlyErrors && !isFailed(model, span)) return false;
    if (byName[columns.name[span] ?? -1] || byService[columns.service[span] ?? -1]) return true;
    return columns.span_id[span]?.startsWith(wanted) ?? false;
  };
}
