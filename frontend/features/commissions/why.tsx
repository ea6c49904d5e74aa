import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Commission, CommissionDetails } from '../../../shared/contract/schemas/commissions.ts'
import { balanceAddress, invoicePage } from '../../domains/addresses.ts'
import { formatDate, formatMoney, fullName } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { classNames } from '../../ui/class-names.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import './why.css'

type Explained = Pick<
  Commission,
  'type' | 'agentId' | 'agentName' | 'callerId' | 'ownerName' | 'agentCommission' | 'callerCommission' | 'explanation'
>

/** Lists the payees of a commission with their amounts, as far as the reader may see them. */
function payeesOf(row: Explained) {
  const agent = { as: 'agent' as const, role: 'Agent', id: row.agentId, name: row.agentName }
  const caller = { as: 'caller' as const, role: 'Beller', id: row.callerId ?? '', name: row.ownerName ?? '' }
  return [
    ...(row.type === 'sale' && row.agentCommission !== null
      ? [{ ...agent, amount: row.agentCommission, why: row.explanation.agent }]
      : []),
    ...(row.callerId !== null && row.callerCommission !== null
      ? [{ ...caller, amount: row.callerCommission, why: row.explanation.caller }]
      : []),
  ]
}

/** Shows each payee with amount and explanation. */
export function Payees({ row }: { readonly row: Commission }) {
  const payees = payeesOf(row)
  return (
    <div>
      {payees.map(({ as, role, id, name, amount, why }) => (
        <div key={as} className={classNames('why-part', payees.length > 1 && 'why-part-small')}>
          <div className="why-payee">
            <Avatar id={id} name={name} />
            <div>
              <p className="pv-strong">{name}</p>
              <p className="pv-soft">{role}</p>
            </div>
            <strong className="why-amount">{formatMoney(amount)}</strong>
          </div>
          {why !== null && <Why text={why} />}
        </div>
      ))}
    </div>
  )
}

/** Shows an explanation in the server's words, its amount in bold. */
export function Why({ text }: { readonly text: string }) {
  const end = text.indexOf(':') + 1
  return (
    <div className="why-text">
      <h3>Waarom dit bedrag</h3>
      <p>
        <strong>{text.slice(0, end)}</strong>
        {text.slice(end)}
      </p>
    </div>
  )
}

interface PartProps {
  readonly title: string
  /** Links to related pages, beside the title. */
  readonly links?: ReactNode
  readonly children: ReactNode
}

function Part({ title, links, children }: PartProps) {
  return (
    <section aria-label={title}>
      <div className="why-head">
        <h3>{title}</h3>
        {links && <div className="why-links">{links}</div>}
      </div>
      {children}
    </section>
  )
}

interface AmountHistoryProps {
  readonly row: Explained
  readonly entries: CommissionDetails['amountHistory']
}

/** Lists each amount the commission had, and who set it. */
export function AmountHistory({ row, entries }: AmountHistoryProps) {
  if (entries.length === 0) return null
  const payees = payeesOf(row)
  return (
    <Part title="Zo kwam het bedrag tot stand">
      {payees
        .map((payee) => ({ ...payee, steps: entries.filter(({ as }) => as === payee.as) }))
        .filter(({ steps }) => steps.length > 0)
        .map(({ as, name, steps }) => (
          <ol key={as} className="why-steps">
            {steps.map((step, index) => (
              <Step
                key={`${step.at}#${step.amount}`}
                step={step}
                before={steps[index - 1]?.amount}
                name={payees.length > 1 ? name : null}
              />
            ))}
          </ol>
        ))}
    </Part>
  )
}

interface StepProps {
  readonly step: CommissionDetails['amountHistory'][number]
  /** Amount that this one replaced. */
  readonly before: number | undefined
  /** Name of the payee; null if there is only one. */
  readonly name: string | null
}

function Step({ step: { at, by, text, amount }, before, name }: StepProps) {
  return (
    <li>
      <span>
        {text}
        {before === undefined && (
          <span className="pv-soft"> · {[name, formatDate(at)].filter(Boolean).join(' · ')}</span>
        )}
      </span>
      <span>
        {before !== undefined && <s className="pv-soft">{formatMoney(before)}</s>}{' '}
        <strong>{formatMoney(amount)}</strong>
      </span>
      {before !== undefined && (
        <span className="pv-soft">
          {formatDate(at)}
          {by && ` door ${fullName(by)}`}
        </span>
      )}
    </li>
  )
}

type Posting = CommissionDetails['postings'][number]

/** Lists the postings of the commission, the oldest first. */
export function Postings({ postings }: { readonly postings: readonly Posting[] }) {
  if (postings.length === 0) return null
  const people = new Map(postings.map(({ user }) => [user.id, user]))
  const links = [...people.values()].map((user) => (
    <Link key={user.id} className="why-link" to={balanceAddress(user.id)}>
      Saldo van {user.firstName}
    </Link>
  ))
  return (
    <Part title="Boekingen" links={links}>
      <table className="why-postings" aria-label="Boekingen">
        <thead>
          <tr>
            <th scope="col">Datum</th>
            <th scope="col">Boeking</th>
            <th scope="col">Bedrag</th>
            <th scope="col">Nog te betalen</th>
          </tr>
        </thead>
        <tbody>
          {postings.map((posting) => (
            <tr key={posting.id}>
              <td>{formatDate(posting.date).slice(0, 5)}</td>
              <td>
                <PostingText posting={posting} />
                {people.size > 1 && <span className="pv-soft"> · {fullName(posting.user)}</span>}
              </td>
              <td>{formatMoney(posting.amount)}</td>
              <td>{formatMoney(posting.openAfter)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  )
}

/** Shows the text of a posting; the document number is a link for those who may read invoices. */
function PostingText({ posting: { kind, text, documentId, documentNumber } }: { readonly posting: Posting }) {
  const mayRead = useCan('invoice:read')
  if (kind === 'due') return 'Verdiend'
  if (!mayRead || documentId === null || documentNumber === null) return text
  const link = <Link to={invoicePage(documentId)}>{documentNumber}</Link>
  const [before, after] = text.split(documentNumber)
  return after === undefined ? (
    <>
      {text} {link}
    </>
  ) : (
    <>
      {before}
      {link}
      {after}
    </>
  )
}
