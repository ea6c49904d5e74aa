import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type Posting, type PostingKind, postingLabels } from '../../../../shared/api/ledger.ts'
import { invoiceAddress, saleAddress } from '../../../domains/addresses.ts'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { addMonths, monthTitleOf } from '../../../ui/dates/calendar-days.ts'
import { Badge, type Tone } from '../../../ui/display/badge.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { CardRow } from '../../../ui/table/data-table-card.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import styles from './balance.module.css'

const tones: Record<PostingKind, Tone> = {
  earned: 'ok',
  correction: 'warn',
  payroll: 'info',
  invoice: 'neutral',
  credit: 'purple',
  'own-invoice': 'neutral',
  payment: 'info',
  return: 'bad',
}

interface PostingListProps {
  readonly postings: readonly Posting[]
  readonly month: string
  /** Open balance at the start of the month; null if the list shows only part of the month. */
  readonly openBefore: number | null
}

/** Lists postings, newest first: in a table with the balance after each, below 768 px as cards without it. */
export function PostingList(props: PostingListProps) {
  const isPhone = useIsPhone()
  const { postings, openBefore } = props
  if (postings.length === 0 && (openBefore ?? 0) === 0) {
    return <EmptyState title="Geen boekingen" text="In deze maand is niets geboekt." />
  }
  return isPhone ? <PostingCards {...props} /> : <PostingTable {...props} />
}

/** Returns the title of a posting, such as its customer or document, and a note, which can be empty. */
function aboutOf(posting: Posting): { readonly title: ReactNode; readonly note: string } {
  const { kind, customerName, commissionId, salesDockId, as, isFee, text, document, items, paid } = posting
  const many = items === 1 ? '1 post' : `${items} posten`
  if (kind === 'earned') {
    const sale = salesDockId === null ? 'Sale' : `Sale ${salesDockId}`
    const note = isFee ? 'Vergoeding afspraak' : `${sale}${as === 'caller' ? ' · als beller' : ''}`
    const isLinked = commissionId?.startsWith('sale-')
    const name = customerName ?? 'Commissie'
    return {
      title: isLinked ? <Link to={saleAddress(commissionId?.slice('sale-'.length) ?? '')}>{name}</Link> : name,
      note,
    }
  }
  if (kind === 'correction')
    return { title: customerName ?? text ?? 'Correctie', note: customerName ? (text ?? '') : '' }
  if (document === null) return { title: text ?? postingLabels[kind], note: items === 0 ? '' : many }
  const title = document.id === null ? document.number : <Link to={invoiceAddress(document.id)}>{document.number}</Link>
  if (kind === 'payment') return { title, note: paid === null ? 'Factuur betaald' : `${formatMoney(paid)} incl. btw` }
  if (kind === 'return') return { title, note: text ?? '' }
  return { title, note: many }
}

/** Returns in Dutch the own day of a posting whose month was closed. */
const lateText = (day: string) => `van ${formatDate(day)}`

const beforeOf = (month: string) => `Eindsaldo van ${monthTitleOf(addMonths(`${month}-01`, -1)).split(' ')[0]}`

function PostingTable({ postings, month, openBefore }: PostingListProps) {
  return (
    <PlainTable edge amounts={4} className={classNames('pv-nowrap', styles.table)}>
      <caption className="pv-hidden">Boekingen, nieuwste eerst</caption>
      <thead>
        <tr>
          <th scope="col">Datum</th>
          <th scope="col">Boeking</th>
          <th scope="col">Waarvan</th>
          <th scope="col">Bedrag</th>
          <th scope="col">Saldo</th>
        </tr>
      </thead>
      <tbody>
        {postings.map((posting) => {
          const { title, note } = aboutOf(posting)
          return (
            <tr key={posting.id}>
              <td>
                {formatDate(posting.date)}
                {posting.valueDate !== null && (
                  <Text as="div" size={12} color="soft">
                    {lateText(posting.valueDate)}
                  </Text>
                )}
              </td>
              <td>
                <Badge tone={tones[posting.kind]}>{postingLabels[posting.kind]}</Badge>
              </td>
              <td>
                <Text as="div" weight="strong" className={styles.about}>
                  {title}
                </Text>
                {note && (
                  <Text as="div" size={12} color="soft">
                    {note}
                  </Text>
                )}
              </td>
              <td>{formatMoney(posting.amount)}</td>
              <td>{formatMoney(posting.balance)}</td>
            </tr>
          )
        })}
        {openBefore !== null && (
          <tr>
            <td>{formatDate(`${month}-01`)}</td>
            <td>Beginsaldo</td>
            <td className="pv-soft">{beforeOf(month)}</td>
            <td />
            <td>{formatMoney(openBefore)}</td>
          </tr>
        )}
      </tbody>
    </PlainTable>
  )
}

function PostingCards({ postings, month, openBefore }: PostingListProps) {
  return (
    <ul className="pv-cards" aria-label="Boekingen, nieuwste eerst">
      {postings.map((posting) => {
        const { title, note } = aboutOf(posting)
        return (
          <li key={posting.id} className="pv-card-item">
            <div className="pv-card-content">
              <CardRow
                title={title}
                meta={[formatDate(posting.date), posting.valueDate === null ? '' : lateText(posting.valueDate), note]
                  .filter((part) => part !== '')
                  .join(' · ')}
                end={formatMoney(posting.amount)}
                badge={<Badge tone={tones[posting.kind]}>{postingLabels[posting.kind]}</Badge>}
              />
            </div>
          </li>
        )
      })}
      {openBefore !== null && (
        <li className="pv-card-item">
          <div className="pv-card-content">
            <CardRow title="Beginsaldo" meta={beforeOf(month)} end={formatMoney(openBefore)} />
          </div>
        </li>
      )}
    </ul>
  )
}
