import type { ReactNode } from 'react'
import type { AdvancePreview } from '../../../shared/api/schemas/advance.ts'
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts'
import { classNames } from '../../ui/class-names.ts'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import styles from './pay-dialog.module.css'

/** Returns a number of commissions in words: `38 commissies`. */
export const formatCommissionCount = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'commissie' : 'commissies'}`

/** Returns the sum of people's corrections in words, after `before`: ` € -20,00.`; empty without corrections. */
export function describeCorrections(people: readonly { readonly corrections: number }[], before: string): string {
  const cents = people.reduce((sum, { corrections }) => sum + Math.round(corrections * 100), 0)
  return cents === 0 ? '' : `${before} ${formatMoney(cents / 100)}.`
}

interface PayRowProps {
  readonly title: string
  readonly text?: ReactNode | undefined
  /** Number of commissions; absent where it says nothing. */
  readonly count?: number
  readonly total: number
  readonly isMain?: boolean
  /** Content under the line, such as the fields for the invoice numbers. */
  readonly children?: ReactNode
}

/** Shows one line of a payout: title, number of commissions and amount. `isMain` marks the line with the total. */
export function PayRow({ title, text, count, total, isMain = false, children }: PayRowProps) {
  return (
    <li className={classNames(styles.row, isMain && 'pv-weight-bold')}>
      <div className={styles.line}>
        <div>
          <p className="pv-strong">{title}</p>
          {text !== undefined && <p className="pv-soft">{text}</p>}
        </div>
        <span className="pv-end pv-nowrap pv-tabular">{count !== undefined && formatNumber(count)}</span>
        <span className="pv-end pv-nowrap pv-tabular">{formatMoney(total)}</span>
      </div>
      {children}
    </li>
  )
}

/** Shows lines of a payout under a title. */
export function PayRows({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Text as="h3" size={12} weight="strong" color="muted">
        {title}
      </Text>
      <Text as="ul" size={13}>
        {children}
      </Text>
    </section>
  )
}

interface FirstPaymentRowsProps {
  readonly people: AdvancePreview['firstPayments']
}

/** Lists the people who are paid for the first time: amount, since when they have an account, and who made it. */
export function FirstPaymentRows({ people }: FirstPaymentRowsProps) {
  if (people.length === 0) return null
  return (
    <PayRows title="Eerste betaling">
      {people.map(({ userId, name, total, since, createdBy }) => (
        <PayRow
          key={userId}
          title={name}
          text={
            <>
              <Unbroken>Account sinds {formatDate(since)}</Unbroken>
              {createdBy === null ? ', maker onbekend' : `, gemaakt door ${createdBy}`}
            </>
          }
          total={total}
        />
      ))}
    </PayRows>
  )
}
