import { Choice } from './choice.tsx';

type ServiceChoiceProps = {
  /** Empty: all of them. */
  readonly value: string;
  /** Those of what is listed, in any order; the chosen one is always there. */
  readonly services: readonly string[];
  readonly onChoose: (service: string) => void;
};

/** As much of a name as a line has room for. */
const shownCharacters = 100;

/** All services, or one of those that a list has. */
export function ServiceChoice({ value, services, onChoose }: ServiceChoiceProps) {
  const names = [...new Set([...services, value])].filter(Boolean).sort();
  return (
    <Choice
      label="Service"
      value={value}
      options={[['', 'all'], ...names.map(each => [each, each.slice(0, shownCharacters)] as const)]}
      onChoose={onChoose}
      isFilledLater
    />
  );
}
