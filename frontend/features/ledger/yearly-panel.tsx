import { CalendarRange, FileText, Users } from 'lucide-react'
import { ledger } from '../../../shared/api/ledger.ts'
import type { Yearly } from '../../../shared/api/schemas/yearly.ts'
import { call } from '../../lib/client.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { FileButton } from '../../records/file-button.tsx'
import { ExportMenu } from '../../records/list/export-menu.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { thisMonth } from '../../ui/dates/calendar-days.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { Strip } from '../../ui/layout/strip.tsx'
import { makeScrollable } from '../../ui/make-scrollable.ts'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useYearly } from './api.ts'
import { BookPanel } from './book-panel.tsx'
import styles from './bookkeeping.module.css'
import { YearFilter } from './period-filter.ts'
import { MailPartner, MailYear } from './yearly-mails.tsx'

/** Number of past years that can be chosen. */
const YEARS_BACK = 7

/** Shows the tab 'Jaaropgaven': what the bank paid in a year by partner, and the files of that year. */
export function YearlyPanel() {
  const { filter, setFilter } = useUrlFilter(YearFilter)
  const present = thisMonth().slice(0, 4)
  const year = filter.jaar ?? present
  const years = Array.from({ length: YEARS_BACK + 1 }, (_, back) => String(Number(present) - back))
  const query = useYearly(year)
  return (
    <BookPanel
      name="Jaaropgaven"
      toolbar={
        <Row gap={8}>
          <Select
            aria-label="Jaar"
            value={year}
            onChange={(next) => setFilter({ jaar: next === present ? '' : next })}
            options={years.map((value) => ({ value, label: value }))}
          />
        </Row>
      }
      actions={
        <>
          {query.data?.year === year && <MailYear yearly={query.data} />}
          <ExportMenu name="jaaroverzicht" endpoint={ledger.exportYearly} query={{ year }} />
          <FileButton
            label="Opgaaf derden"
            icon={<Users />}
            name={`opgaaf-derden-${year}.xlsx`}
            load={() => call(ledger.exportThirdParties, { query: { year, format: 'xlsx' } })}
          />
        </>
      }
      query={query}
    >
      {(yearly) => <Partners yearly={yearly} />}
    </BookPanel>
  )
}

const columns = [
  ['Facturen', 'invoices'],
  ['Creditfacturen', 'creditNotes'],
  ['Korting', 'discount'],
  ['Betaald', 'paid'],
  ['Waarvan btw', 'vat'],
] as const

/** Shows the amounts of a row. */
const Amounts = ({ sums }: { readonly sums: Yearly['totals'] }) =>
  columns.map(([title, name]) => (
    <td key={title} data-label={title}>
      {formatMoney(sums[name])}
    </td>
  ))

/** Lists what the bank paid each partner in the year, to take as a file or to mail. */
function Partners({ yearly: { year, partners, totals, thirdParties } }: { readonly yearly: Yearly }) {
  return (
    <>
      {partners.length === 0 ? (
        <EmptyState icon={<CalendarRange />} title="Niets betaald" text="In dit jaar betaalde de bank geen partner." />
      ) : (
        <div className="pv-scroller" {...makeScrollable('Betaald per partner')}>
          <PlainTable edge stacked amounts={3} className={styles.table}>
            <caption className="pv-hidden">Betaald per partner</caption>
            <thead>
              <tr>
                <th scope="col">Partner</th>
                <th scope="col">Jaaroverzicht</th>
                {columns.map(([title]) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {partners.map((partner) => (
                <tr key={partner.id}>
                  <th scope="row">{partner.name}</th>
                  <td className={styles.files}>
                    <Row gap={8} align="center" wrap>
                      <FileButton
                        size="small"
                        label="PDF"
                        detail={`van ${partner.name}`}
                        icon={<FileText />}
                        name={`jaaroverzicht-${year}.pdf`}
                        load={() => call(ledger.yearlyStatement, { query: { year, partnerId: partner.id } })}
                      />
                      <MailPartner year={year} partner={partner} />
                    </Row>
                  </td>
                  <Amounts sums={partner} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Totaal</th>
                <td className={styles.files} />
                <Amounts sums={totals} />
              </tr>
            </tfoot>
          </PlainTable>
        </div>
      )}
      <Strip foot>
        <span>Op de dag van de bank</span>
        <span>
          Opgaaf derden: {formatNumber(thirdParties.count)}{' '}
          {thirdParties.count === 1 ? 'natuurlijk persoon' : 'natuurlijke personen'} zonder btw,{' '}
          {formatMoney(thirdParties.amount)}
        </span>
        <span>Zonder BSN en geboortedatum: die staan niet in Partnerview. Vul ze zelf aan.</span>
      </Strip>
    </>
  )
}
