import { useQueryClient } from '@tanstack/react-query';
import { operatorKey, sendWithToken } from '../../data/operator.ts';
import { operatorReads } from '../../data/operator-routes.ts';
import { keepToken, wasRefused } from '../../data/operator-token.ts';
import { ApiProblem } from '../../data/problem.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';

/** What a gateway in front of a cluster answers. */
const isOutside = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status === 404;

const outside =
  'This address does not let operators in. Open Tidemark inside its network, past the gateway.';

/** Takes the token of operators, and keeps it in this tab once the server took it. */
export function TokenForm() {
  const queries = useQueryClient();
  return (
    <Panel title="Token of operators">
      <Form
        text="Continue"
        submit={async ({ token = '' }) => {
          const status = await sendWithToken<'adminStatus'>(operatorReads.adminStatus, token).catch(
            (error: unknown) => {
              throw isOutside(error) ? new ApiProblem({ ...error, message: outside }) : error;
            },
          );
          queries.setQueryData(operatorKey('adminStatus'), status);
          keepToken(token);
        }}
      >
        {wasRefused() && <p role="status">The token is not valid any more. Enter it again.</p>}
        <Field
          label="Token"
          name="token"
          type="password"
          autoComplete="off"
          required
          hint="TIDEMARK_ADMIN_TOKEN of the server. It stays in this tab until you close it or forget the token."
        />
      </Form>
    </Panel>
  );
}
