import { useParams } from '@tanstack/react-router';
import { useRead } from '../../data/use-read.ts';
import { countText } from '../../ui/figures.ts';
import { Columns, Figure, Figures, Page } from '../../ui/layout.tsx';
import { ServiceName } from '../../ui/page-link.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Foreign } from '../../ui/text.tsx';
import {
  achievedText,
  type Figures as FiguresBody,
  leftText,
  stateOf,
  wantText,
  windowText,
} from '../slos/words.ts';
import { Actions } from './actions.tsx';
import { Alerts } from './alerts.tsx';
import { Budget } from './budget.tsx';
import { BurnRates } from './burn-rates.tsx';
import { Forecast } from './forecast.tsx';
import { Spent } from './spent.tsx';

/** Is it kept, what is left of its budget, how fast does it go, and what spent it? */
export function Slo() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const reading = useRead('getObjective', { params: { id }, everyMs: 30_000 });
  const found = reading.data?.body;
  return (
    <Page
      title={found === undefined ? 'Objective' : <Foreign>{found.name}</Foreign>}
      aside={found !== undefined && <ServiceName>{found.service}</ServiceName>}
    >
      <ReadBody reading={reading} height={720}>
        {figures => <Found figures={figures} />}
      </ReadBody>
    </Page>
  );
}

function Found({ figures }: { readonly figures: FiguresBody }) {
  const history = useRead('objectiveHistory', { params: { id: figures.id }, everyMs: 60_000 });
  return (
    <>
      <Actions objective={figures} />
      <About figures={figures} />
      <Now figures={figures} />
      <Budget reading={history} />
      <Columns>
        <BurnRates figures={figures} />
        <Forecast figures={figures} />
      </Columns>
      <Alerts objective={figures} />
      <Spent objective={figures} reading={history} />
    </>
  );
}

function About({ figures }: { readonly figures: FiguresBody }) {
  const { operation, description, is_whole: isWhole } = figures;
  return (
    <div>
      <p>
        {wantText(figures)}
        {operation !== null && (
          <>
            {' of '}
            <Foreign>{operation}</Foreign>
          </>
        )}
        {` ${windowText(figures)}.`}
        {!isWhole && ' Its window began before what is kept; the figures count what is kept.'}
      </p>
      {description !== null && (
        <p>
          <Foreign>{description}</Foreign>
        </p>
      )}
    </div>
  );
}

function Now({ figures }: { readonly figures: FiguresBody }) {
  const { budget, good, total, target } = figures;
  const [tone, text] = stateOf(figures);
  const shown = tone === 'muted' || tone === 'accent' ? {} : { tone };
  return (
    <Figures>
      <Figure name="State" value={text} {...shown} about={`target ${target} %`} />
      <Figure
        name="Achieved"
        value={achievedText(figures)}
        about={`${countText(good)} of ${countText(total)} requests were good`}
      />
      <Figure name="Budget left" value={leftText(figures)} {...shown} about={leftAbout(figures)} />
      <Figure
        name="Budget spent"
        value={countText(budget.spent)}
        about={`of ${countText(Math.floor(budget.allowed))} requests that may fail`}
      />
    </Figures>
  );
}

function leftAbout({ budget: { remaining } }: FiguresBody): string {
  const count = Math.floor(Math.abs(remaining));
  return remaining < 0
    ? `${countText(Math.ceil(-remaining))} too many`
    : `${countText(count)} ${count === 1 ? 'request' : 'requests'} may still fail`;
}
