import { CircleAlert, CircleCheck, MessageCircleQuestionMark } from 'lucide-react'
import { Link } from 'react-router-dom'
import { type Reconciliation, waitingLabels } from '../../../shared/contract/ledger.ts'
import { balanceAddress } from '../../domains/addresses.ts'
import { useOpenQuestions } from '../../domains/commissions.ts'
import { paths } from '../../domains/paths.ts'
import { formatMoney, fullName } from '../../lib/format.ts'

/** Lists the open amounts that wait, by reason and person. */
export function WaitingList({ waiting }: Pick<Reconciliation, 'waiting'>) {
  return (
    <section>
      <h2>Nu open en wacht nog</h2>
      {waiting.length === 0 && <p className="pv-soft">Er wacht niets.</p>}
      {waiting.map(({ reason, amount, people }) => (
        <details key={reason} className="reconciliation-waiting">
          <summary>
            <span>{waitingLabels[reason]}</span>
            <span>{formatMoney(amount)}</span>
          </summary>
          <dl className="reconciliation-sums">
            {people.map(({ user, amount: theirs }) => (
              <div key={user.id} className="reconciliation-sum">
                <dt>
                  <Link to={balanceAddress(user.id)}>{fullName(user)}</Link>
                </dt>
                <dd>{formatMoney(theirs)}</dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </section>
  )
}

/** Lists the work left: differences and open questions. */
export function ToDo({ reconciliation: { differences } }: { readonly reconciliation: Reconciliation }) {
  const asked = useOpenQuestions() ?? 0
  const count = differences.length
  return (
    <section>
      <h2>Nog te doen</h2>
      <ul className="reconciliation-todo">
        <li className={count === 0 ? 'reconciliation-ok' : 'reconciliation-bad'}>
          {count === 0 ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
          {count === 0 ? 'Geen verschillen' : count === 1 ? '1 verschil' : `${count} verschillen`}
        </li>
        {asked !== 0 && (
          <li>
            <MessageCircleQuestionMark aria-hidden="true" />
            <Link to={`${paths.commissions}?vragen=1`}>
              {asked === 1 ? '1 vraag beantwoorden' : `${asked} vragen beantwoorden`}
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}
