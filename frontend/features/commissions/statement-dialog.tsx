import { FileSpreadsheet, FileText, Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { oversees } from '../../../shared/access.ts'
import { commissions } from '../../../shared/api/commissions.ts'
import { commissionStatusLabels } from '../../../shared/api/schemas/commissions.ts'
import type { Statement } from '../../../shared/api/schemas/pay.ts'
import { cents, euros, sumOf } from '../../../shared/money.ts'
import { personOptionOf, useColleagueOptions } from '../../domains/people.ts'
import { call } from '../../lib/client.ts'
import { saveFile } from '../../lib/download.ts'
import { formatDate, formatMoney, formatNumber, fullNameOf } from '../../lib/format.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Combobox } from '../../ui/choices/combobox.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { addMonths, monthTitleOf, today } from '../../ui/dates/calendar-days.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Sums } from '../../ui/display/sums.tsx'
import { Field, FieldRow } from '../../ui/fields/field.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { AdjustDialog, OFFSET_NOTE } from './adjust-dialog.tsx'
import { useStatement } from './api.ts'
import styles from './commissions.module.css'
import { MonthSum } from './sum.tsx'

const MONTHS = 13

const monthOptions = () =>
  Array.from({ length: MONTHS }, (_, back) => addMonths(today(), -back).slice(0, 7)).map((value) => ({
    value,
    label: monthTitleOf(`${value}-01`),
  }))

/**
 * Shows a person's commission statement of a month: opening and closing balance, and the amounts earned, corrected and
 * settled. Offers the statement as PDF or Excel.
 */
export function StatementDialog({ onClose }: { readonly onClose: () => void }) {
  const user = useUser()
  const sees = oversees(user.role)
  const mayAdjust = useCan('commission:manage')
  const [month, setMonth] = useState(today().slice(0, 7))
  const [userId, setUserId] = useState<string | undefined>(undefined)
  const [adjusting, setAdjusting] = useState(false)
  const [making, setMaking] = useState<'pdf' | 'xlsx' | null>(null)
  const { data, error, refetch } = useStatement(month, userId)
  if (adjusting) return <AdjustDialog userId={userId ?? user.id} onClose={() => setAdjusting(false)} />

  async function save(format: 'pdf' | 'xlsx'): Promise<void> {
    setMaking(format)
    try {
      const file = await call(commissions.statementFile, { query: { month, userId, format } })
      saveFile(file, `Commissieoverzicht ${monthTitleOf(`${month}-01`)}.${format}`)
    } catch (failure) {
      showFailure(failure, { fallback: 'Het bestand kon niet worden gemaakt.' })
    }
    setMaking(null)
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title="Commissieoverzicht"
      description={`${data ? `${fullNameOf(data.user)}, ` : ''}${monthTitleOf(`${month}-01`)}`}
    >
      <DialogBody>
        <FieldRow>
          <Field label="Maand">
            <Select value={month} onChange={setMonth} options={monthOptions()} />
          </Field>
          {sees && <PersonField value={userId ?? user.id} onChange={setUserId} />}
        </FieldRow>
        {error && <ErrorState error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton height="240px" />}
        {data && <Sections statement={data} />}
      </DialogBody>
      <DialogFooter
        start={
          mayAdjust && (
            <Button tone="ghost" icon={<Scale />} onClick={() => setAdjusting(true)}>
              Correctie noteren
            </Button>
          )
        }
      >
        <DialogClose>Sluiten</DialogClose>
        <Button icon={<FileSpreadsheet />} busy={making === 'xlsx'} onClick={() => save('xlsx')}>
          Excel
        </Button>
        <Button tone="primary" icon={<FileText />} busy={making === 'pdf'} onClick={() => save('pdf')}>
          PDF
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function PersonField({ value, onChange }: { readonly value: string; readonly onChange: (id: string) => void }) {
  const user = useUser()
  const { options, source } = useColleagueOptions()
  const others = options.filter(({ value: id }) => id !== user.id)
  return (
    <Field label="Medewerker">
      <Combobox
        value={value}
        onChange={(id) => onChange(id || user.id)}
        options={[personOptionOf(user), ...others]}
        source={source}
        searchPlaceholder="Zoek een medewerker"
      />
    </Field>
  )
}

function Sections({ statement }: { readonly statement: Statement }) {
  const { earned, paid, adjustments, byInvoice } = statement
  const { carriedIn, earnedTotal, adjustedTotal, paidTotal, carriedOut } = statement
  const invoiced = invoicedOf(byInvoice)
  const invoicedTotal = euros(sumOf([byInvoice.paidTotal, byInvoice.adjustedTotal].map(cents)))
  const numbers = [...new Set(invoiced.map(({ invoiceNumber }) => invoiceNumber))]
  return (
    <>
      <Sums lined className={styles.sums}>
        <MonthSum label="Open aan het begin" amount={carriedIn} />
        <MonthSum label="Verdiend" note={countOf(earned)} amount={earnedTotal} />
        <MonthSum label="Correcties" note={countOf(adjustments)} amount={adjustedTotal} />
        <MonthSum label="Uitbetaald" note={countOf(paid)} amount={-paidTotal} />
        <MonthSum label="Via facturen" note={numbers.join(', ')} amount={-invoicedTotal} />
        <MonthSum label="Open aan het eind" amount={carriedOut} isMain />
      </Sums>
      {carriedOut < 0 && <p className="pv-soft">{OFFSET_NOTE}</p>}
      {numbers.length > 0 && <p className="pv-soft">Facturen staan hier zonder btw.</p>}
      <Section title="Verdiend" total={earnedTotal} empty="In deze maand is niets verdiend.">
        {earned.map(({ id, date, customerName, as, status, amount, explanation }) => (
          <Line
            key={`${id}-${as}`}
            date={date}
            text={customerName}
            note={`${as === 'agent' ? 'Agent' : 'Beller'} · ${commissionStatusLabels[status]}`}
            why={explanation[as]}
            amount={amount}
          />
        ))}
      </Section>
      <Section title="Correcties" total={adjustedTotal}>
        {adjustments.map(({ id, date, reason, amount }) => (
          <Line key={id} date={date} text={reason} amount={amount} />
        ))}
      </Section>
      <Section
        title="Uitbetaald"
        total={paidTotal}
        empty={numbers.length > 0 ? undefined : 'In deze maand is niets uitbetaald.'}
      >
        {paid.map(({ id, date, customerName, amount }) => (
          <Line key={id} date={date} text={customerName} amount={amount} />
        ))}
      </Section>
      <Section title="Via facturen" total={invoicedTotal}>
        {invoiced.map(({ id, date, text, note, amount }) => (
          <Line key={id} date={date} text={text} note={note} amount={amount} />
        ))}
      </Section>
    </>
  )
}

/** Returns the commissions and corrections that invoices settled, sorted by date. */
function invoicedOf({ paid, adjustments }: Statement['byInvoice']) {
  const lines = [
    ...paid.map((row) => ({ ...row, text: row.customerName, note: `Factuur ${row.invoiceNumber}` })),
    ...adjustments.map((row) => ({ ...row, text: row.reason, note: `Correctie · Factuur ${row.invoiceNumber}` })),
  ]
  return lines.toSorted((one, other) => one.date.localeCompare(other.date))
}

const countOf = ({ length }: readonly unknown[]) => (length === 0 ? undefined : formatNumber(length))

interface SectionProps {
  readonly title: string
  readonly total: number
  /** Text for an empty list; without it an empty list is not shown. */
  readonly empty?: string | undefined
  readonly children: readonly ReactNode[]
}

function Section({ title, total, empty, children }: SectionProps) {
  if (children.length === 0 && empty === undefined) return null
  return (
    <section>
      <h3 className="pv-legend">{title}</h3>
      {children.length === 0 ? (
        <p className="pv-soft">{empty}</p>
      ) : (
        <PlainTable amounts="last" className={styles.lines}>
          <caption className="pv-hidden">{title}</caption>
          <thead className="pv-hidden">
            <tr>
              <th scope="col">Datum</th>
              <th scope="col">Waarvoor</th>
              <th scope="col">Bedrag</th>
            </tr>
          </thead>
          <tbody>{children}</tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                Totaal
              </th>
              <td>{formatMoney(total)}</td>
            </tr>
          </tfoot>
        </PlainTable>
      )}
    </section>
  )
}

interface LineProps {
  readonly date: string
  readonly text: string
  readonly note?: string
  /** Explanation of the amount. */
  readonly why?: string | null
  readonly amount: number
}

function Line({ date, text, note, why, amount }: LineProps) {
  return (
    <tr>
      <td>{formatDate(date)}</td>
      <td>
        {text}
        {note && <span className="pv-soft"> · {note}</span>}
        {why && (
          <Text as="p" size={12} color="muted">
            <Unbroken>{why}</Unbroken>
          </Text>
        )}
      </td>
      <td>{formatMoney(amount)}</td>
    </tr>
  )
}
