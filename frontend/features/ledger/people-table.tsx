import { Check, ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Reconciliation } from '../../../shared/api/ledger.ts'
import { cents, euros, sumOf } from '../../../shared/money.ts'
import { balanceAddress } from '../../domains/addresses.ts'
import { formatMoney } from '../../lib/format.ts'
import { classNames } from '../../ui/class-names.ts'
import { Text } from '../../ui/layout/text.tsx'
import { makeScrollable } from '../../ui/make-scrollable.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { DifferenceNote } from './difference-note.tsx'
import { amounts, type Group, type Line, linesOf, peopleText, type Sums } from './groups.ts'
import { labelOfClosing, labelOfOpening } from './month-ends.ts'
import styles from './reconciliation.module.css'

/** Shows the amounts of each person in a month, as a table. People without a partner are in groups that unfold. */
export function PeopleTable({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const { month, totals } = reconciliation
  const { lines, groups } = linesOf(reconciliation)
  const owedTotal = euros(sumOf([totals.openBefore, totals.earned, totals.corrected].map(cents)))
  const settledTotal = euros(
    sumOf([totals.payroll, totals.invoiced, -totals.credited, totals.ownInvoices, totals.openAfter].map(cents)),
  )
  const titles = [
    ...[labelOfOpening(month), 'Verdiend', 'Correcties', 'Via salaris', 'Facturen', 'Creditfacturen', 'Eigen facturen'],
    labelOfClosing(month),
  ]
  return (
    <div className="pv-scroller" {...makeScrollable('Tabel per partner en persoon')}>
      <PlainTable edge amounts={2} className={classNames('pv-nowrap', styles.table)}>
        <caption className="pv-hidden">Per partner en persoon</caption>
        <thead>
          <tr className={styles.sides}>
            <td />
            <th colSpan={3} scope="colgroup">
              Verschuldigd: {formatMoney(owedTotal)}
            </th>
            <th colSpan={5} scope="colgroup">
              Betaald, gefactureerd of open: {formatMoney(settledTotal)}
            </th>
            <td />
          </tr>
          <tr>
            <th scope="col">Partner</th>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">Verschil</th>
          </tr>
        </thead>
        {lines.map((line) => (
          <tbody key={line.id}>
            <LineRow line={line} month={month} />
          </tbody>
        ))}
        {groups.map((group) => (
          <GroupRows key={group.name} group={group} month={month} />
        ))}
        <tfoot>
          <tr>
            <th scope="row">Totaal</th>
            <Amounts sums={totals} isTotal />
          </tr>
        </tfoot>
      </PlainTable>
    </div>
  )
}

function LineRow({ line, month, isInner = false }: { line: Line; month: string; isInner?: boolean }) {
  const isOff = line.differences.length > 0
  return (
    <>
      <tr className={classNames(isOff && styles.rowOff, isInner && styles.inner)}>
        <th scope="row">
          <Link to={balanceAddress(line.id, month)}>{line.name}</Link>
          {line.note && <span className="pv-soft"> · {line.note}</span>}
        </th>
        <Amounts sums={line} isOff={isOff} />
      </tr>
      {isOff && (
        <tr className={classNames(styles.rowOff, styles.why)}>
          <td colSpan={amounts.length + 2}>
            {line.differences.map((difference) => (
              <DifferenceNote key={`${difference.title}-${difference.text}`} difference={difference} />
            ))}
          </td>
        </tr>
      )}
    </>
  )
}

function GroupRows({ group, month }: { readonly group: Group; readonly month: string }) {
  const isOff = group.lines.some(({ differences }) => differences.length > 0)
  const [isOpen, setOpen] = useState(isOff)
  return (
    <tbody>
      <tr>
        <th scope="row">
          <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? <ChevronDown aria-hidden="true" size={15} /> : <ChevronRight aria-hidden="true" size={15} />}
            {group.name}
            <span className="pv-soft"> · {peopleText(group.lines.length)}</span>
          </button>
        </th>
        <Amounts sums={group} isOff={isOff} />
      </tr>
      {isOpen && group.lines.map((line) => <LineRow key={line.id} line={line} month={month} isInner />)}
    </tbody>
  )
}

interface AmountsProps {
  readonly sums: Sums
  readonly isOff?: boolean
  /** Set to show an amount of 0 as a number instead of a dash. */
  readonly isTotal?: boolean
}

function Amounts({ sums, isOff = sums.difference !== 0, isTotal = false }: AmountsProps) {
  const shown = (name: (typeof amounts)[number]) => {
    const amount = name === 'credited' ? -sums[name] + 0 : sums[name]
    return amount === 0 && !isTotal ? <span className="pv-soft">–</span> : formatMoney(amount)
  }
  return (
    <>
      {amounts.map((name) => (
        <td key={name}>{shown(name)}</td>
      ))}
      <td>
        {isOff ? (
          <Text weight="bold" color="bad">
            {formatMoney(sums.difference)}
          </Text>
        ) : (
          <Check className={styles.ok} size={16} role="img" aria-label="Sluit aan" />
        )}
      </td>
    </>
  )
}
