import type { ResponseOf } from '../../schemas/http/routes.ts';

export type Silence = ResponseOf<'listSilences'>['silences'][number];

type Silenced = {
  readonly rule_id: string;
  readonly service_name: string;
  readonly severity: string;
};

/** The silences of those given that hold the notices of an alert: all that one names is of the alert. */
export const silencesOf = (
  { rule_id, service_name, severity }: Silenced,
  silences: readonly Silence[],
): readonly Silence[] =>
  silences.filter(
    silence =>
      (silence.rule_id ?? rule_id) === rule_id &&
      (silence.service ?? service_name) === service_name &&
      (silence.severity ?? severity) === severity,
  );

/** The first of them. */
export const silenceOf = (alert: Silenced, silences: readonly Silence[]): Silence | undefined =>
  silencesOf(alert, silences)[0];
