import { useState } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useOperatorAct } from '../../data/operator.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import styles from './operate.module.css';
import { OperatePage } from './operate-page.tsx';
import { SqlResult } from './sql-result.tsx';
import { views } from './views.ts';

const firstStatement = 'SELECT service, count() AS spans FROM spans GROUP BY service';

/** Whatever no other page answers. */
export const Sql = () => (
  <OperatePage title="SQL">
    <Statement />
  </OperatePage>
);

function Statement() {
  const ask = useOperatorAct('adminSql');
  const [answer, setAnswer] = useState<ResponseOf<'adminSql'>>();
  const [sql, setSql] = useState(firstStatement);
  return (
    <>
      <Panel title="Statement">
        <div className={styles.statement}>
          <Form
            text="Run"
            submit={async () => {
              setAnswer(undefined);
              setAnswer(await ask({ body: { sql } }));
            }}
            aside="or Ctrl+Enter"
          >
            <TextArea
              label="SQL"
              name="sql"
              rows={6}
              required
              spellCheck={false}
              maxLength={20_000}
              value={sql}
              onChange={({ target }) => setSql(target.value)}
              onKeyDown={event => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                event.currentTarget.form?.requestSubmit();
              }}
              hint="One SELECT of ClickHouse over the views below: at most 10,000 rows and 10 seconds. Nothing can be changed."
            />
          </Form>
          <Views choose={view => setSql(`SELECT * FROM ${view} LIMIT 100`)} />
        </div>
      </Panel>
      {answer !== undefined && <SqlResult answer={answer} />}
    </>
  );
}

type ViewsProps = { readonly choose: (view: string) => void };

const Views = ({ choose }: ViewsProps) => (
  <section aria-label="Views" className={styles.views}>
    <p>
      Views; each opens a statement that shows its columns. Their meaning is in docs/sql.md, and{' '}
      <code>tidemark sql --views</code> prints it.
    </p>
    <div className={styles.tools}>
      {views.map(view => (
        <Button key={view} onClick={() => choose(view)}>
          {view}
        </Button>
      ))}
    </div>
  </section>
);
