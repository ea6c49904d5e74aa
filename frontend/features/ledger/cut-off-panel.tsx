import { ChevronDown, ChevronRight, PackageCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Ahead, CutOff, SuppliedDay, ToReceive } from '../../../shared/api/schemas/cut-off.ts'
import { payoutMethodLabels } from '../../../shared/ledger/payout-methods.ts'
import { cents, euros, sumOf } from '../../../shared/money.ts'
import { balanceAddress } from '../../domains/addresses.ts'
import { formatDate, formatMoney, fullNameOf } from '../../lib/format.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { Strip } from '../../ui/layout/strip.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { makeScrollable } from '../../ui/make-scrollable.ts'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useCutOff } from './api.ts'
import { BookPanel } from './book-panel.tsx'
import { DayChoice, useDay } from './day-choice.tsx'
import { DocumentLink } from './document-link.tsx'
import { Equation } from './equation.tsx'
import { peopleText } from './groups.ts'
import reconciliation from './reconciliation.module.css'

/** Shows the tab 'Nog te ontvangen': what is supplied at a day and not invoiced, and what is invoiced before it. */
export function CutOffPanel() {
  const { day, choose } = useDay()
  const query = useCutOff(day)
  return (
    <BookPanel
      name="Nog te ontvangen"
      toolbar={<DayChoice label="Nog te ontvangen per" day={day} onChange={choose} />}
      query={query}
    >
      {(cutOff) => <Day cutOff={cutOff} />}
    </BookPanel>
  )
}

function Day({ cutOff: { date, toReceive, ahead, totals } }: { readonly cutOff: CutOff }) {
  if (toReceive.length + ahead.length === 0) {
    return (
      <EmptyState
        icon={<PackageCheck />}
        title="Niets te ontvangen"
        text="Alles wat geleverd is, staat op een document van uiterlijk deze dag."
      />
    )
  }
  const { payroll, invoice, ownInvoice } = totals
  const terms = [
    { label: payoutMethodLabels.invoice, amount: invoice },
    { sign: '+', label: payoutMethodLabels['own-invoice'], amount: ownInvoice },
    { sign: '+', label: payoutMethodLabels.payroll, amount: payroll },
    { sign: '=', label: 'Nog te ontvangen', amount: totals.toReceive },
  ]
  const difference = sumOf([invoice, ownInvoice, payroll, -totals.toReceive].map(cents))
  return (
    <>
      <Equation label="Nog te ontvangen in één som" terms={terms} difference={euros(difference)} />
      {toReceive.length > 0 && <ToReceiveTable toReceive={toReceive} total={totals.toReceive} />}
      <Strip foot>
        <span>
          {peopleText(toReceive.length)}
          {totals.notedLater !== 0 && `, waarvan ${formatMoney(totals.notedLater)} genoteerd na ${formatDate(date)}`}
        </span>
        <span>Op dag van levering. Bedragen excl. btw.</span>
      </Strip>
      {ahead.length > 0 && <AheadTable ahead={ahead} total={totals.ahead} />}
    </>
  )
}

function ToReceiveTable({ toReceive, total }: { readonly toReceive: readonly ToReceive[]; readonly total: number }) {
  return (
    <div className="pv-scroller" {...makeScrollable('Nog te ontvangen per persoon')}>
      <PlainTable edge stacked amounts={4}>
        <caption className="pv-hidden">Nog te ontvangen per persoon</caption>
        <thead>
          <tr>
            <th scope="col">Persoon</th>
            <th scope="col">Geleverd</th>
            <th scope="col">Later op</th>
            <th scope="col">Bedrag</th>
          </tr>
        </thead>
        {toReceive.map((one) => (
          <PersonRows key={one.user.id} row={one} />
        ))}
        <TotalRow total={total} />
      </PlainTable>
    </div>
  )
}

function PersonRows({ row: { user, partner, amount, days } }: { readonly row: ToReceive }) {
  const [isOpen, setOpen] = useState(false)
  const last = days.at(-1)
  return (
    <tbody>
      <tr>
        <th scope="row">
          <button
            type="button"
            className={reconciliation.toggle}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronDown aria-hidden="true" size={15} /> : <ChevronRight aria-hidden="true" size={15} />}
            {partner?.name ?? fullNameOf(user)}
          </button>
        </th>
        <td data-label="Geleverd">
          <Unbroken>
            {days[0] && formatDate(days[0].supplyDate)}
            {days.length > 1 && last && ` t/m ${formatDate(last.supplyDate)}`}
          </Unbroken>
        </td>
        <td />
        <td data-label="Bedrag">{formatMoney(amount)}</td>
      </tr>
      {isOpen &&
        days.map((one) => (
          <tr key={`${one.supplyDate}-${one.document?.name ?? ''}`} className="bookkeeping-document">
            <th scope="row">
              <Row as="span" gap={16} before={24}>
                <Link to={balanceAddress(user.id)}>{one.count === 1 ? '1 post' : `${one.count} posten`}</Link>
              </Row>
            </th>
            <SupplyCells supplied={one} />
          </tr>
        ))}
    </tbody>
  )
}

/** Shows what a document settles before its supply, which counts for the month of the supply. */
function AheadTable({ ahead, total }: { readonly ahead: readonly Ahead[]; readonly total: number }) {
  return (
    <>
      <Strip as="h2">Vooruit gefactureerd</Strip>
      <div className="pv-scroller" {...makeScrollable('Vooruit gefactureerd')}>
        <PlainTable edge stacked amounts={4}>
          <caption className="pv-hidden">Vooruit gefactureerd</caption>
          <thead>
            <tr>
              <th scope="col">Persoon</th>
              <th scope="col">Geleverd</th>
              <th scope="col">Al op</th>
              <th scope="col">Bedrag</th>
            </tr>
          </thead>
          <tbody>
            {ahead.map((one) => (
              <tr key={`${one.user.id}-${one.supplyDate}-${one.document?.name ?? ''}`}>
                <th scope="row">
                  <Link to={balanceAddress(one.user.id)}>{one.partner?.name ?? fullNameOf(one.user)}</Link>
                </th>
                <SupplyCells supplied={one} />
              </tr>
            ))}
          </tbody>
          <TotalRow total={total} />
        </PlainTable>
      </div>
    </>
  )
}

function SupplyCells({ supplied: { supplyDate, document, amount } }: { readonly supplied: SuppliedDay }) {
  return (
    <>
      <td data-label="Geleverd">{formatDate(supplyDate)}</td>
      <td data-label="Op">
        {document === null ? <span className="pv-soft">–</span> : <DocumentLink document={document} />}
      </td>
      <td data-label="Bedrag">{formatMoney(amount)}</td>
    </>
  )
}

const TotalRow = ({ total }: { readonly total: number }) => (
  <tfoot>
    <tr>
      <th scope="row" colSpan={3}>
        Totaal
      </th>
      <td>{formatMoney(total)}</td>
    </tr>
  </tfoot>
)
