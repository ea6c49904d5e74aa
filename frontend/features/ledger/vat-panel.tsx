import { Percent } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ledger } from '../../../shared/api/ledger.ts'
import { type Vat, type VatCategory, type VatRow, vatCategoryLabels } from '../../../shared/api/schemas/vat.ts'
import { invoiceAddress } from '../../domains/addresses.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { ExportMenu } from '../../records/list/export-menu.tsx'
import { Split } from '../../ui/layout/columns.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { makeScrollable } from '../../ui/make-scrollable.ts'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useVat } from './api.ts'
import { BookPanel } from './book-panel.tsx'
import styles from './bookkeeping.module.css'
import { Equation } from './equation.tsx'
import { PeriodPicker, useChosenPeriod } from './period-picker.tsx'

/** Shows the tab 'Btw': the VAT of a period by category, and the documents behind the chosen number. */
export function VatPanel() {
  const { period, choose } = useChosenPeriod()
  const query = useVat(period)
  return (
    <BookPanel
      name="Btw"
      toolbar={<PeriodPicker value={period} onChange={choose} />}
      actions={<ExportMenu name="btw" endpoint={ledger.exportVat} query={{ period }} />}
      query={query}
    >
      {(vat) => <Period vat={vat} />}
    </BookPanel>
  )
}

function Period({ vat }: { readonly vat: Vat }) {
  const [chosen, setChosen] = useState<VatCategory>()
  if (vat.rows.every(({ documents }) => documents.length === 0)) {
    return <EmptyState icon={<Percent />} title="Geen btw" text="In deze periode is niets gefactureerd of betaald." />
  }
  const terms = [
    { label: 'E-facturen (UBL)', amount: vat.eInvoices },
    { sign: '+', label: 'Verlegd', amount: vat.reversed },
    ...(vat.own === 0 ? [] : [{ sign: '+', label: 'Eigen facturen', amount: vat.own }]),
    { sign: '−', label: '48-uurskorting', amount: -vat.discount + 0 },
    { sign: '−', label: 'Geweigerd', amount: vat.refused },
    { sign: '=', label: 'Voorbelasting 5b', amount: vat.deductible },
    { sign: '−', label: 'Verschuldigd 2a', amount: vat.owed },
    { sign: '=', label: 'Terug te vragen', amount: vat.refund },
  ]
  const row = vat.rows.find(({ category }) => category === chosen)
  return (
    <>
      <Equation label="De btw in één som" terms={terms} difference={vat.difference} />
      <Split columns="minmax(0, 5fr) minmax(0, 3fr)" below={1100} className={styles.halves}>
        <Categories rows={vat.rows} chosen={chosen} onChoose={setChosen} />
        {row && <Documents row={row} />}
      </Split>
    </>
  )
}

/** Headings of the groups of categories, in order. */
const groups: readonly { readonly title: string; readonly categories: readonly VatCategory[] }[] = [
  {
    title: 'Voorbelasting',
    categories: ['normaal-21', 'normaal-9', 'normaal-0', 'verlegd', 'verlegd-buitenland', 'own', 'discount'],
  },
  { title: 'Verschuldigd', categories: ['owed'] },
  { title: 'Zonder btw', categories: ['kor', 'vrijgesteld'] },
  { title: 'Telt niet mee', categories: ['refused', 'unpaid'] },
]

/** Articles of the Dutch law on VAT behind a category, and other notes. */
const notes: Partial<Record<VatCategory, string>> = {
  ...{ verlegd: 'ook 2a', 'verlegd-buitenland': 'ook 2a', discount: 'art. 29 lid 1', kor: 'kleine ondernemer' },
  ...{ refused: 'met creditfacturen', unpaid: 'art. 29 lid 7: geef dit terug' },
}

interface CategoriesProps {
  readonly rows: readonly VatRow[]
  readonly chosen: VatCategory | undefined
  readonly onChoose: (category: VatCategory | undefined) => void
}

function Categories({ rows, chosen, onChoose }: CategoriesProps) {
  const rowOf = new Map(rows.map((row) => [row.category, row]))
  return (
    <div className="pv-scroller" {...makeScrollable('Btw per soort')}>
      <PlainTable edge stacked amounts={3} className={styles.categories}>
        <caption className="pv-hidden">Btw per soort</caption>
        <thead>
          <tr>
            <th scope="col">Soort</th>
            <th scope="col">Rubriek</th>
            <th scope="col">Documenten</th>
            <th scope="col">Grondslag</th>
            <th scope="col">Btw</th>
          </tr>
        </thead>
        {groups.map(({ title, categories }) => (
          <tbody key={title}>
            <tr className={styles.group}>
              <th scope="rowgroup" colSpan={5}>
                {title}
              </th>
            </tr>
            {categories
              .flatMap((category) => rowOf.get(category) ?? [])
              .map(({ category, box, base, vat, documents }) => (
                <tr key={category} aria-current={category === chosen}>
                  <th scope="row">
                    {vatCategoryLabels[category]}
                    {notes[category] && <span className="pv-soft"> · {notes[category]}</span>}
                  </th>
                  <td data-label="Rubriek">{box}</td>
                  <td data-label="Documenten">
                    {documents.length === 0 ? (
                      <span className="pv-soft">–</span>
                    ) : (
                      <button
                        type="button"
                        className={styles.count}
                        aria-expanded={category === chosen}
                        aria-label={`${documents.length} documenten van ${vatCategoryLabels[category]}`}
                        onClick={() => onChoose(category === chosen ? undefined : category)}
                      >
                        {documents.length}
                      </button>
                    )}
                  </td>
                  <td data-label="Grondslag">{formatMoney(base)}</td>
                  <td data-label="Btw">{formatMoney(vat)}</td>
                </tr>
              ))}
          </tbody>
        ))}
      </PlainTable>
    </div>
  )
}

function Documents({ row: { category, vat, documents } }: { readonly row: VatRow }) {
  return (
    <section aria-label={`Documenten van ${vatCategoryLabels[category]}`}>
      <Stack padding={16} gap={4}>
        <h2>{vatCategoryLabels[category]}</h2>
        <p className="pv-soft">
          {documents.length === 1 ? '1 document' : `${documents.length} documenten`}, samen {formatMoney(vat)} btw
        </p>
      </Stack>
      <PlainTable edge stacked amounts={2}>
        <thead>
          <tr>
            <th scope="col">Document</th>
            <th scope="col">Grondslag</th>
            <th scope="col">Btw</th>
          </tr>
        </thead>
        <tbody>
          {documents.map(({ id, number, date, partnerName, base, vat: tax }, index) => (
            // A document may have several lines of one category and day, such as a payment that was moved.
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no id, and their order does not change
            <tr key={`${number}-${index}`}>
              <th scope="row">
                {id === null ? number : <Link to={invoiceAddress(id)}>{number}</Link>}{' '}
                <span className="pv-soft">
                  {formatDate(date)} · {partnerName}
                </span>
              </th>
              <td data-label="Grondslag">{formatMoney(base)}</td>
              <td data-label="Btw">{formatMoney(tax)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </section>
  )
}
