import { useState } from 'react'
import {
  type Balance,
  type LedgerStatement,
  type Posting,
  type PostingKind,
  postingLabels,
} from '../../../../shared/api/ledger.ts'
import { cents, euros, sumOf } from '../../../../shared/money.ts'
import { formatMoney, formatNumber } from '../../../lib/format.ts'
import { MonthPicker } from '../../../records/list/month-picker.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { monthTitleOf } from '../../../ui/dates/calendar-days.ts'
import { Fill } from '../../../ui/layout/fill.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Strip } from '../../../ui/layout/strip.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import styles from './balance.module.css'
import { useLedgerStatement } from './balance-api.ts'
import { BalancePanel } from './balance-panel.tsx'
import { PostingList } from './posting-list.tsx'

interface BalanceMonthProps {
  readonly balance: Balance
  readonly month: string
  readonly kind: PostingKind | undefined
  readonly onMonth: (month: string) => void
  readonly onKind: (kind: PostingKind | '') => void
}

/** Shows a month of a person's balance: the postings, with the month's sums beside them. */
export function BalanceMonth({ balance, month, kind, onMonth, onKind }: BalanceMonthProps) {
  const { data, error, refetch, isPlaceholderData } = useLedgerStatement(balance.userId, month)
  const kinds = [...new Set(data?.postings.map((posting) => posting.kind))]
  return (
    <div className={styles.columns}>
      <Fill as="section" scrolls className={styles.main} aria-label="Boekingen" aria-busy={isPlaceholderData}>
        <Strip className={classNames(styles.bar, 'pv-unprinted')}>
          <MonthPicker value={month} onChange={onMonth} />
          <Select
            aria-label="Soort boeking"
            value={kind ?? ''}
            onChange={onKind}
            placeholder="Alle boekingen"
            options={(kind && !kinds.includes(kind) ? [...kinds, kind] : kinds).map((value) => ({
              value,
              label: postingLabels[value],
            }))}
          />
        </Strip>
        {error && <ErrorState error={error} onRetry={refetch} />}
        {!error && !data && <Skeleton height="320px" />}
        {!error && data && <Postings key={`${data.month}-${kind}`} statement={data} kind={kind} onKind={onKind} />}
      </Fill>
      <BalancePanel balance={balance} statement={error ? undefined : data} month={month} onMonth={onMonth} />
    </div>
  )
}

/** Number of postings drawn at first, and of those that 'Meer laden' adds. */
const SHOWN = 200

interface PostingsProps {
  readonly statement: LedgerStatement
  readonly kind: PostingKind | undefined
  readonly onKind: (kind: '') => void
}

function Postings({ statement, kind, onKind }: PostingsProps) {
  const [most, setMost] = useState(SHOWN)
  const { postings, month, omitted } = statement
  const found = postings.filter((posting) => kind === undefined || posting.kind === kind)
  if (kind !== undefined && found.length === 0) {
    return (
      <EmptyState
        title="Geen boekingen gevonden"
        text="Niets gevonden met deze filters."
        action={<Button onClick={() => onKind('')}>Filters wissen</Button>}
      />
    )
  }
  const isAll = found.length <= most && omitted === 0
  return (
    <>
      <PostingList
        postings={found.slice(0, most)}
        month={month}
        openBefore={kind === undefined && isAll ? statement.openBefore : null}
      />
      {found.length > most && (
        <Row as="p" justify="center" padBlock={12} padInline={16}>
          <Button onClick={() => setMost(most + SHOWN)}>Meer laden</Button>
        </Row>
      )}
      {omitted > 0 && found.length <= most && (
        <Row as="p" justify="center" size={13} color="soft" padBlock={12} padInline={16}>
          {formatNumber(omitted)} oudere boekingen staan alleen in de export.
        </Row>
      )}
      <Equation statement={statement} found={found} hasAllPostings={kind === undefined && omitted === 0} />
    </>
  )
}

interface EquationProps {
  readonly statement: LedgerStatement
  readonly found: readonly Posting[]
  readonly hasAllPostings: boolean
}

/**
 * Shows the number of postings. If these are all postings of the month, also shows the sum that leads from the opening
 * to the closing balance.
 */
function Equation({ statement: { month, openBefore, openAfter }, found, hasAllPostings }: EquationProps) {
  const totalOf = (isPart: (amount: number) => boolean) =>
    euros(sumOf(found.flatMap(({ amount }) => (amount !== null && isPart(amount) ? cents(amount) : []))))
  const count = found.length === 1 ? '1 boeking' : `${formatNumber(found.length)} boekingen`
  return (
    <Strip as="footer" foot>
      <span>
        {count} in {monthTitleOf(`${month}-01`)}
      </span>
      {hasAllPostings && (
        <Text tabular className={styles.equation}>
          Beginsaldo {formatMoney(openBefore)} <i>+</i> bij {formatMoney(totalOf((amount) => amount > 0))} <i>−</i> af{' '}
          {formatMoney(-totalOf((amount) => amount < 0) + 0)} <i>=</i> <strong>{formatMoney(openAfter)}</strong>
        </Text>
      )}
    </Strip>
  )
}
