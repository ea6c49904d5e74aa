import { BookOpen, FileCode, ListOrdered } from 'lucide-react'
import { useState } from 'react'
import { ledger } from '../../../shared/api/ledger.ts'
import {
  type Journal,
  type JournalLayout,
  journalLayoutLabels,
  journalLayouts,
} from '../../../shared/api/schemas/journal.ts'
import { cents, sumOf } from '../../../shared/money.ts'
import { call } from '../../lib/client.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { FileButton } from '../../records/file-button.tsx'
import { ExportMenu } from '../../records/list/export-menu.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Strip } from '../../ui/layout/strip.tsx'
import { makeScrollable } from '../../ui/make-scrollable.ts'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useJournal } from './api.ts'
import { BookPanel } from './book-panel.tsx'
import styles from './bookkeeping.module.css'
import { PeriodPicker, useChosenPeriod } from './period-picker.tsx'

const layoutOptions = journalLayouts.map((value) => ({ value, label: journalLayoutLabels[value] }))

/** Shows the tab 'Journaal': a period by account, and its files for the accounting. */
export function JournalPanel() {
  const { period, choose } = useChosenPeriod()
  const [layout, setLayout] = useState<JournalLayout>('exact')
  const query = useJournal(period)
  return (
    <BookPanel
      name="Journaal"
      toolbar={
        <Row gap={8} wrap>
          <PeriodPicker value={period} onChange={choose} />
          <Select aria-label="Programma" value={layout} onChange={setLayout} options={layoutOptions} />
        </Row>
      }
      actions={
        <>
          <ExportMenu name="journaal" endpoint={ledger.exportJournal} query={{ period, layout }} />
          <FileButton
            label="XAF 4.0"
            icon={<FileCode />}
            name={`auditfile-commissies-${period}.xml`}
            load={() => call(ledger.exportAuditFile, { query: { period } })}
          />
          <FileButton
            label="Register"
            icon={<ListOrdered />}
            name={`register-${period.slice(0, 4)}.xlsx`}
            load={() => call(ledger.exportRegister, { query: { year: period.slice(0, 4), format: 'xlsx' } })}
          />
        </>
      }
      query={query}
    >
      {(journal) => <Accounts journal={journal} />}
    </BookPanel>
  )
}

function Accounts({ journal }: { readonly journal: Journal }) {
  const { accounts, transactions, debit, credit } = journal
  const shown = accounts.filter((one) => one.opening !== 0 || one.debit !== 0 || one.credit !== 0)
  if (shown.length === 0) {
    return <EmptyState icon={<BookOpen />} title="Niets geboekt" text="In deze periode is niets geboekt." />
  }
  const isBalanced = sumOf(accounts.map(({ closing }) => cents(closing))) === 0
  return (
    <>
      <div className="pv-scroller" {...makeScrollable('Journaal per rekening')}>
        <PlainTable edge stacked amounts={3} className={styles.table}>
          <caption className="pv-hidden">Journaal per rekening</caption>
          <thead>
            <tr>
              <th scope="col">Rekening</th>
              <th scope="col">RGS</th>
              {['Begin', 'Debet', 'Credit', 'Eind'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((account) => (
              <tr key={account.number}>
                <th scope="row">
                  {account.number} {account.name}
                </th>
                <td data-label="RGS">{account.rgs}</td>
                <td data-label="Begin">{formatMoney(account.opening)}</td>
                <td data-label="Debet">{formatMoney(account.debit)}</td>
                <td data-label="Credit">{formatMoney(account.credit)}</td>
                <td data-label="Eind">{formatMoney(account.closing)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
      <Strip foot>
        <span>
          {formatNumber(transactions)} {transactions === 1 ? 'boeking' : 'boekingen'} · debet {formatMoney(debit)} ={' '}
          credit {formatMoney(credit)}
        </span>
        <span>Subadministratie van commissies en self-billing</span>
        <span>{isBalanced ? 'Alle saldi samen € 0,00' : 'De saldi samen zijn niet 0'}</span>
      </Strip>
    </>
  )
}
