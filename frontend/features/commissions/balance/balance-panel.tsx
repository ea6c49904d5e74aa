import { Link } from 'react-router-dom'
import type { Balance, LedgerStatement, PostingKind } from '../../../../shared/api/ledger.ts'
import { cents, euros, sumOf } from '../../../../shared/money.ts'
import { partnerAddress } from '../../../domains/addresses.ts'
import { formatDate, formatMoney, formatNumber } from '../../../lib/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { monthHeading, monthTitleOf, thisMonth } from '../../../ui/dates/calendar-days.ts'
import { Sums } from '../../../ui/display/sums.tsx'
import { Box } from '../../../ui/layout/box.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { FailedPart } from '../../../ui/messages/failed-part.tsx'
import { MonthSum } from '../sum.tsx'
import styles from './balance.module.css'
import { useOpenItems } from './balance-api.ts'
import { describePayment } from './balance-head.tsx'

interface BalancePanelProps {
  readonly balance: Balance
  /**
   * Postings of the person in the month, with opening and closing balance. Undefined while they load, and after a
   * failure.
   */
  readonly statement: LedgerStatement | undefined
  readonly month: string
  readonly onMonth: (month: string) => void
}

/** Shows the month's sums, how the balance is paid, the open items, and the closing balance per month. */
export function BalancePanel({ balance, statement, month, onMonth }: BalancePanelProps) {
  return (
    <Stack
      as="aside"
      gap={24}
      padding={16}
      size={13}
      line="before"
      className={styles.panel}
      aria-label="Maandoverzicht"
    >
      {statement && <MonthSums statement={statement} />}
      <Box as="section" gap={6} padding={12} color="muted" className={styles.box}>
        <h3>Zo wordt het betaald</h3>
        <p>{describePayment(balance)}</p>
        {balance.partner?.id && <Link to={partnerAddress(balance.partner.id)}>Partner openen</Link>}
      </Box>
      <OpenItems balance={balance} />
      <section>
        <h3>Eindsaldo per maand</h3>
        <ul className={styles.months}>
          {balance.months.map((one) => (
            <li key={one.month}>
              <Row
                as="button"
                type="button"
                gap={12}
                justify="between"
                tabular
                hover
                aria-current={one.month === month ? 'true' : undefined}
                onClick={() => onMonth(one.month)}
              >
                <span>{monthHeading(one.month)}</span>
                <span>{formatMoney(one.open)}</span>
              </Row>
            </li>
          ))}
        </ul>
      </section>
    </Stack>
  )
}

function MonthSums({ statement }: { readonly statement: LedgerStatement }) {
  const { month, openBefore, earned, corrected, payroll, invoiced, credited, ownInvoices, openAfter, postings } =
    statement
  const of = (kind: PostingKind) => postings.filter((posting) => posting.kind === kind)
  const numbers = [...new Set(of('invoice').map(({ document }) => document?.number))].join(', ')
  const first = monthTitleOf(`${month}-01`).split(' ')[0]
  return (
    <section>
      <h3>Maandoverzicht {monthTitleOf(`${month}-01`)}</h3>
      <Sums lined>
        <MonthSum label={`Beginsaldo 1 ${first}`} amount={openBefore} />
        <MonthSum label="Verdiend" note={commissionsText(of('earned').length)} amount={earned} />
        <MonthSum label="Correcties" note={countText(of('correction').length)} amount={corrected} />
        <MonthSum label="Op factuur" note={numbers} amount={-invoiced + 0} />
        {credited !== 0 && <MonthSum label="Gecrediteerd" amount={credited} />}
        <MonthSum label="Via salaris" amount={-payroll + 0} />
        {ownInvoices !== 0 && <MonthSum label="Op eigen factuur" amount={-ownInvoices} />}
        <MonthSum label={month >= thisMonth() ? 'Open saldo' : 'Eindsaldo'} amount={openAfter} isMain />
      </Sums>
      <Text as="p" size={12} color="soft">
        Zonder btw.
      </Text>
    </section>
  )
}

const countText = (count: number) => (count === 0 ? '' : formatNumber(count))
const commissionsText = (count: number) => (count === 1 ? '1 commissie' : count === 0 ? '' : `${count} commissies`)

/** Lists the open items of a balance, and the amount already on draft invoices. */
function OpenItems({ balance }: { readonly balance: Balance }) {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useOpenItems(balance.userId)
  if (isError) return <FailedPart onRetry={refetch}>De open posten konden niet worden geladen.</FailedPart>
  if (!data) return null
  const held = euros(sumOf([cents(balance.open), ...data.map(({ amount }) => cents(-amount))]))
  if (data.length === 0 && held === 0) return null
  return (
    <section>
      <h3>Open posten</h3>
      <Sums lined>
        {data.map(({ id, text, supplyDate, kind, amount }) => (
          <MonthSum
            key={id}
            label={text}
            note={kind === 'correction' ? 'correctie' : formatDate(supplyDate)}
            amount={amount}
          />
        ))}
        {!hasNextPage && held !== 0 && <MonthSum label="Al op een conceptfactuur" amount={held} />}
      </Sums>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Meer laden
        </Button>
      )}
    </section>
  )
}
