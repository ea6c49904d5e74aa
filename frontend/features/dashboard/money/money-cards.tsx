import { cents, euros, sumOf } from '../../../../shared/money.ts'
import { openSteps } from '../../../../shared/sales/commission-steps.ts'
import { paths } from '../../../domains/paths.ts'
import { formatSalesCount, saleTones } from '../../../domains/sales.ts'
import { formatMoney, formatNumber } from '../../../lib/format.ts'
import { useCan, useUser } from '../../../lib/session.ts'
import { addDays, addMonths, monthTitleOf, today } from '../../../ui/dates/calendar-days.ts'
import { toneClassOf } from '../../../ui/display/badge.tsx'
import { StatCard } from '../../../ui/display/card.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import styles from './money.module.css'
import { useCommissionSummary, useEarnings } from './money-api.ts'

/** Shows a card with an amount: for an admin all open commissions, for others their own ones. */
export function MoneyCards() {
  const { role } = useUser()
  const pays = useCan('self-billing:manage')
  const earns = useCan('commission:read')
  if (pays) return <OpenCard />
  return earns && role !== 'admin' ? <EarnedCard /> : null
}

const waiting = <Skeleton width="120px" height="28px" />
const amountOf = (amount: number | undefined, isError: boolean) =>
  isError ? '–' : amount === undefined ? waiting : formatMoney(amount)

/** Shows the amount of all commissions that are not paid out, divided by step. */
function OpenCard() {
  const { data, isError } = useCommissionSummary()
  const amount = data && euros(sumOf(openSteps.map((step) => cents(data[step].amount))))
  return (
    <StatCard
      label="Openstaande commissies"
      value={
        <>
          {amountOf(amount, isError)}
          <Row as="span" gap={2} align="stretch" className={styles.steps} aria-hidden="true">
            {data &&
              openSteps.map((step) => (
                <span
                  key={step}
                  className={toneClassOf(saleTones[step])}
                  style={{ flexGrow: Math.max(0, data[step].amount) }}
                />
              ))}
          </Row>
        </>
      }
      to={`${paths.commissions}?step=open`}
      {...(data && { caption: `${formatMoney(data.klaar_voor_uitbetaling.amount)} klaar` })}
    />
  )
}

function EarnedCard() {
  const { role } = useUser()
  const { data, isError } = useEarnings()
  const month = data?.months.at(-1)
  const from = `${today().slice(0, 7)}-01`
  return (
    <StatCard
      label={`Mijn commissies in ${monthTitleOf(today()).split(' ')[0]}`}
      value={amountOf(month && euros(sumOf([cents(month.paid), cents(month.open)])), isError)}
      caption={month && standingOf(month)}
      note={
        month &&
        (role === 'caller'
          ? `${formatNumber(month.appointments)} ${month.appointments === 1 ? 'afspraak' : 'afspraken'}`
          : formatSalesCount(month.sales))
      }
      to={
        role === 'teamleader'
          ? paths.balance
          : `${paths.ownCommissions}?${new URLSearchParams({ from, to: addDays(addMonths(from, 1), -1) })}`
      }
    />
  )
}

/** Describes the payment state of a month's commissions in a few words. */
function standingOf({ paid, open }: { readonly paid: number; readonly open: number }): string {
  if (open === 0) return paid === 0 ? 'nog niets verdiend' : 'uitbetaald'
  return paid === 0 ? 'nog open' : `${formatMoney(open)} nog open`
}
