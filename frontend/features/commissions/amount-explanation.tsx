import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Commission, CommissionDetails } from '../../../shared/api/schemas/commissions.ts'
import { balanceAddress, invoiceAddress } from '../../domains/addresses.ts'
import { formatDate, formatDateTime, formatMoney, fullNameOf } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Timeline, TimelineStep } from '../../ui/display/timeline.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import styles from './amount-explanation.module.css'

type ExplainedCommission = Pick<
  Commission,
  'type' | 'agentId' | 'agentName' | 'callerId' | 'ownerName' | 'agentCommission' | 'callerCommission' | 'explanation'
>

/** Returns the payees of a commission with their amounts, as far as the user may see them. */
function payeesOf(row: ExplainedCommission) {
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

/** Shows the payees of a commission, each with amount and explanation. Leaves out amounts that the user may not see. */
export function Payees({ row }: { readonly row: Commission }) {
  const payees = payeesOf(row)
  return (
    <div>
      {payees.map(({ as, role, id, name, amount, why }) => (
        <Stack key={as} gap={12} className={styles.part}>
          <Row gap={12}>
            <Avatar id={id} name={name} />
            <Stack grow overflow="break">
              <p className="pv-strong">{name}</p>
              <p className="pv-soft">{role}</p>
            </Stack>
            <Text as="strong" size={payees.length > 1 ? 20 : 28} weight="bold" tabular overflow="nowrap">
              {formatMoney(amount)}
            </Text>
          </Row>
          {why !== null && <AmountExplanation text={why} />}
        </Stack>
      ))}
    </div>
  )
}

/** Shows the server's explanation of an amount, without the amount itself ('Waarom dit bedrag'). */
function AmountExplanation({ text }: { readonly text: string }) {
  const why = text.slice(text.indexOf(':') + 1).trim()
  return (
    <Note plain className={styles.text}>
      <Text as="h3" size={12} weight="strong" color="accent">
        Waarom dit bedrag
      </Text>
      <p>
        <Unbroken>{why.charAt(0).toUpperCase() + why.slice(1)}</Unbroken>
      </p>
    </Note>
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
      <Row gap={12} align="baseline" justify="between" below={8}>
        <Text as="h3" size={13}>
          {title}
        </Text>
        {links && (
          <Row gap={16} justify="end" wrap>
            {links}
          </Row>
        )}
      </Row>
      {children}
    </section>
  )
}

interface AmountHistoryProps {
  readonly row: ExplainedCommission
  readonly entries: CommissionDetails['amountHistory']
}

/**
 * Lists the amounts that each payee of a commission has had, oldest first, with their dates. A later amount that was
 * set by hand also names the person who set it.
 */
export function AmountHistory({ row, entries }: AmountHistoryProps) {
  if (entries.length === 0) return null
  const payees = payeesOf(row)
  return (
    <Part title="Zo kwam het bedrag tot stand">
      {payees
        .map((payee) => ({ ...payee, steps: entries.filter(({ as }) => as === payee.as) }))
        .filter(({ steps }) => steps.length > 0)
        .map(({ as, name, steps }) => (
          <Timeline key={as} joined className={styles.steps}>
            {steps.map((step, index) => (
              <Step
                key={`${step.at}#${step.amount}`}
                step={step}
                before={steps[index - 1]?.amount}
                name={payees.length > 1 ? name : null}
              />
            ))}
          </Timeline>
        ))}
    </Part>
  )
}

interface StepProps {
  readonly step: CommissionDetails['amountHistory'][number]
  /** Amount that this one replaced; undefined for the first amount. */
  readonly before: number | undefined
  /** Name of the payee; null if there is only one. */
  readonly name: string | null
}

function Step({ step: { at, by, text, amount }, before, name }: StepProps) {
  return (
    <TimelineStep>
      <span>
        {text}
        {before === undefined && (
          <span className="pv-soft">
            <Unbroken> · {[name, formatDate(at)].filter(Boolean).join(' · ')}</Unbroken>
          </span>
        )}
      </span>
      <Text tabular overflow="nowrap">
        {before !== undefined && <s className="pv-soft">{formatMoney(before)}</s>}{' '}
        <strong>{formatMoney(amount)}</strong>
      </Text>
      {before !== undefined && (
        <Text size={12} color="soft">
          <Unbroken>
            {formatDate(at)}
            {by && ` door ${fullNameOf(by)}`}
          </Unbroken>
        </Text>
      )}
    </TimelineStep>
  )
}

/** Lists the corrections of a commission, oldest first: amount, person, reason and author. */
export function Corrections({ corrections }: Pick<CommissionDetails, 'corrections'>) {
  if (corrections.length === 0) return null
  return (
    <Part title="Correcties">
      <ul>
        {corrections.map(({ id, user, amount, reason, by, at }) => (
          <li key={id}>
            <strong>{formatMoney(amount)}</strong> {fullNameOf(user)}: {reason}{' '}
            <span className="pv-soft">
              <Unbroken>
                {fullNameOf(by)}, {formatDateTime(at)}
              </Unbroken>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

type Posting = CommissionDetails['postings'][number]

/** Lists the postings of a commission, oldest first, with links to the balances of the payees. */
export function Postings({ postings }: { readonly postings: readonly Posting[] }) {
  if (postings.length === 0) return null
  const people = new Map(postings.map(({ user }) => [user.id, user]))
  const links = [...people.values()].map((user) => (
    <Text
      as={Link}
      key={user.id}
      size={13}
      weight="strong"
      color="accent"
      overflow="nowrap"
      className={styles.link}
      to={balanceAddress(user.id)}
    >
      Saldo van {user.firstName}
    </Text>
  ))
  return (
    <Part title="Boekingen" links={links}>
      <PlainTable amounts={3} className={styles.postings} aria-label="Boekingen">
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
                {people.size > 1 && <span className="pv-soft"> · {fullNameOf(posting.user)}</span>}
              </td>
              <td>{formatMoney(posting.amount)}</td>
              <td>{formatMoney(posting.openAfter)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Part>
  )
}

/** Shows the text of a posting; its document number is a link for users who may read invoices. */
function PostingText({ posting: { kind, text, documentId, documentNumber } }: { readonly posting: Posting }) {
  const mayRead = useCan('invoice:read')
  if (kind === 'due') return 'Verdiend'
  if (!mayRead || documentId === null || documentNumber === null) return text
  const link = <Link to={invoiceAddress(documentId)}>{documentNumber}</Link>
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
