import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Reconciliation } from '../../../shared/api/ledger.ts'
import { cents, euros, sumOf } from '../../../shared/money.ts'
import { partnerAddress } from '../../domains/addresses.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Sum, Sums } from '../../ui/display/sums.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { DifferenceNote } from './difference-note.tsx'
import { labelOfClosing, labelOfOpening } from './month-ends.ts'
import styles from './reconciliation.module.css'

/** Shows invoiced amounts against payments to partners, VAT included: the total, and per partner after a click. */
export function BankSums({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const { month, partners, partnerTotals: totals, differences } = reconciliation
  const ours = differences.filter(({ partnerId }) => partnerId !== null)
  const [isOpen, setOpen] = useState(false)
  const owedTotal = euros(sumOf([totals.openBefore, totals.invoiced, -totals.credited].map(cents)))
  const settledTotal = euros(sumOf([totals.paid, totals.discount, totals.openAfter].map(cents)))
  return (
    <Stack as="section" gap={8} padding={16} className={styles.part}>
      <h2>
        Facturen naar bank, incl. btw
        <Text color={ours.length === 0 ? 'ok' : 'bad'}>{ours.length === 0 ? ' · sluit aan' : ' · verschil'}</Text>
      </h2>
      <Sums lined className={styles.sums}>
        <Sum
          label={`${labelOfOpening(month)} ${formatMoney(totals.openBefore)} + facturen ${formatMoney(totals.invoiced)} − creditfacturen ${formatMoney(totals.credited)}`}
          amount={formatMoney(owedTotal)}
        />
        <Sum
          label={`Betaald ${formatMoney(totals.paid)} + korting ${formatMoney(totals.discount)} + ${labelOfClosing(month).toLowerCase()} ${formatMoney(totals.openAfter)}`}
          amount={formatMoney(settledTotal)}
        />
        <Sum
          label="Verschil"
          amount={
            <Text color={totals.difference === 0 ? 'ok' : 'bad'} weight={totals.difference === 0 ? 'strong' : 'bold'}>
              {formatMoney(totals.difference)}
            </Text>
          }
        />
      </Sums>
      {ours.map((difference) => (
        <DifferenceNote key={`${difference.partnerId}-${difference.title}`} difference={difference} />
      ))}
      {partners.length > 0 && (
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Partners verbergen' : 'Per partner tonen'}
        </Button>
      )}
      {isOpen && (
        <Sums lined className={styles.sums}>
          {partners.map(({ partner, openBefore, invoiced, credited, paid, discount, openAfter }) => (
            <Sum
              key={partner.id}
              label={<Link to={partnerAddress(partner.id)}>{partner.name}</Link>}
              note={`${formatMoney(openBefore)} + ${formatMoney(invoiced)} − ${formatMoney(credited)} − ${formatMoney(
                euros(sumOf([paid, discount].map(cents))),
              )}`}
              amount={formatMoney(openAfter)}
            />
          ))}
        </Sums>
      )}
    </Stack>
  )
}
