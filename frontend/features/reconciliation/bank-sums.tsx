import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Reconciliation } from '../../../shared/contract/ledger.ts'
import { cents, euros, sumOf } from '../../../shared/money.ts'
import { partnerAddress } from '../../domains/addresses.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { DifferenceNote } from './difference-note.tsx'
import { afterText, beforeText } from './month-ends.ts'

/** Shows the amounts owed to partners by invoice, VAT included: the total, and per partner on request. */
export function BankSums({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const { month, partners, partnerTotals: totals, differences } = reconciliation
  const ours = differences.filter(({ partnerId }) => partnerId !== null)
  const [isOpen, setOpen] = useState(false)
  const became = euros(sumOf([totals.openBefore, totals.invoiced, -totals.credited].map(cents)))
  const went = euros(sumOf([totals.paid, totals.discount, totals.openAfter].map(cents)))
  return (
    <section>
      <h2>
        Facturen naar bank, incl. btw
        <span className={ours.length === 0 ? 'reconciliation-ok' : 'reconciliation-bad'}>
          {ours.length === 0 ? ' · sluit aan' : ' · verschil'}
        </span>
      </h2>
      <dl className="reconciliation-sums">
        <div className="reconciliation-sum">
          <dt>
            {beforeText(month)} {formatMoney(totals.openBefore)} + facturen {formatMoney(totals.invoiced)} −
            creditfacturen {formatMoney(totals.credited)}
          </dt>
          <dd>{formatMoney(became)}</dd>
        </div>
        <div className="reconciliation-sum">
          <dt>
            Betaald {formatMoney(totals.paid)} + 48-uurskorting {formatMoney(totals.discount)} +{' '}
            {afterText(month).toLowerCase()} {formatMoney(totals.openAfter)}
          </dt>
          <dd>{formatMoney(went)}</dd>
        </div>
        <div className="reconciliation-sum">
          <dt>Verschil</dt>
          <dd className={totals.difference === 0 ? 'reconciliation-ok' : 'reconciliation-bad'}>
            {formatMoney(totals.difference)}
          </dd>
        </div>
      </dl>
      {ours.map((difference) => (
        <DifferenceNote key={`${difference.partnerId}-${difference.title}`} difference={difference} />
      ))}
      {partners.length > 0 && (
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Partners verbergen' : 'Per partner tonen'}
        </Button>
      )}
      {isOpen && (
        <dl className="reconciliation-sums">
          {partners.map(({ partner, openBefore, invoiced, credited, paid, discount, openAfter }) => (
            <div key={partner.id} className="reconciliation-sum">
              <dt>
                <Link to={partnerAddress(partner.id)}>{partner.name}</Link>
                <span className="pv-soft">
                  {` ${formatMoney(openBefore)} + ${formatMoney(invoiced)} − ${formatMoney(credited)} − ${formatMoney(
                    euros(sumOf([paid, discount].map(cents))),
                  )}`}
                </span>
              </dt>
              <dd>{formatMoney(openAfter)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
