import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { wholeText } from '../../ui/figures.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { Fact, Facts } from './facts.tsx';
import styles from './settings.module.css';

/** Who answers questions, and how much of it is left today. */
export function Assistant() {
  const reading = useRead('me', { everyMs: 60_000 });
  return (
    <ReadPanel title="Assistant" reading={reading} height={20}>
      {({ assistant }) =>
        assistant === null ? (
          <Muted>Questions are answered by rules, without a language model.</Muted>
        ) : (
          <Model of={assistant} />
        )
      }
    </ReadPanel>
  );
}

type ModelProps = { readonly of: NonNullable<ResponseOf<'me'>['assistant']> };

function Model({
  of: { model, today, tokens_per_day: max, cost_usd_per_day: costMax, ...rest },
}: ModelProps) {
  const cost = today.cost_usd;
  return (
    <div className={styles.parts}>
      <Facts>
        <Fact name="Language model">{model}</Fact>
        <Fact name="Questions today">{wholeText(today.questions)}</Fact>
        <Fact name="Tokens today">
          {wholeText(today.input_tokens + today.output_tokens)} of {wholeText(max)}
        </Fact>
        {(cost !== null || costMax !== null) && (
          <Fact name="Cost today">
            ${(cost ?? 0).toFixed(2)}
            {costMax !== null && ` of $${costMax.toFixed(2)}`}
          </Fact>
        )}
      </Facts>
      <p>
        <Muted>
          When a limit is reached, rules answer. The day ends{' '}
          <Instant at={rest.resets_at} shape="minute" isRelative />.
        </Muted>
      </p>
    </div>
  );
}
