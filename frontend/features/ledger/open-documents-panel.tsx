import { Landmark, ReceiptEuro } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ledger } from '../../../shared/api/ledger.ts'
import { ageLabels, ages, type OpenDocuments } from '../../../shared/api/schemas/open-documents.ts'
import { cents, euros, sumOf } from '../../../shared/money.ts'
import { buildPayState } from '../../domains/invoices-to-pay.ts'
import { paths } from '../../domains/paths.ts'
import { formatMoney } from '../../lib/format.ts'
import { showFailure } from '../../records/failure.ts'
import { ExportMenu } from '../../records/list/export-menu.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Strip } from '../../ui/layout/strip.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { loadInvoices, useOpenDocuments } from './api.ts'
import { BookPanel } from './book-panel.tsx'
import { DayChoice, useDay } from './day-choice.tsx'
import { Equation } from './equation.tsx'
import { OpenDocumentsTable } from './open-documents-table.tsx'

/** Shows the tab 'Openstaand': what partners are owed at a day by age, and the button that pays it. */
export function OpenDocumentsPanel() {
  const { day, choose } = useDay()
  const query = useOpenDocuments(day)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  return (
    <BookPanel
      name="Openstaand"
      toolbar={<DayChoice label="Openstaand per" day={day} onChange={choose} />}
      actions={
        <>
          <ExportMenu name="openstaand" endpoint={ledger.exportOpenDocuments} query={{ date: day }} />
          {query.data && <PayButton open={query.data} left={left} />}
        </>
      }
      query={query}
    >
      {(open) => <Documents open={open} left={left} setLeft={setLeft} />}
    </BookPanel>
  )
}

interface ChosenProps {
  readonly open: OpenDocuments
  /** Ids of partners that the user leaves out of the payment file. */
  readonly left: ReadonlySet<string>
}

function Documents({ open, left, setLeft }: ChosenProps & { setLeft: (left: ReadonlySet<string>) => void }) {
  const { partners, totals, difference } = open
  if (partners.length === 0) {
    return <EmptyState icon={<ReceiptEuro />} title="Niets open" text="Op deze dag staat geen factuur open." />
  }
  const terms = [
    ...ages.map((age, index) => ({ ...(index > 0 && { sign: '+' }), label: ageLabels[age], amount: totals[age] })),
    { sign: '−', label: 'Creditfacturen', amount: -totals.creditNotes + 0 },
    { sign: '=', label: 'Open', amount: totals.open },
  ]
  const documents = partners.reduce((sum, one) => sum + one.documents.length, 0)
  return (
    <>
      <Equation label="Openstaand in één som" terms={terms} difference={difference} />
      <OpenDocumentsTable open={open} left={left} setLeft={setLeft} />
      <Strip foot>
        <span>
          {partners.length === 1 ? '1 partner' : `${partners.length} partners`},{' '}
          {documents === 1 ? '1 document' : `${documents} documenten`}
        </span>
        <span>Dagen sinds de vervaldatum. Bedragen incl. btw.</span>
      </Strip>
    </>
  )
}

/** Shows the button that takes the chosen partners' invoices to a new payment file; nothing without any. */
function PayButton({ open, left }: ChosenProps) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const chosen = open.partners.filter(({ partner, payable }) => payable > 0 && !left.has(partner.id))
  const invoices = chosen.flatMap(({ documents }) => documents.filter(({ payable }) => payable > 0))
  if (invoices.length === 0) return null
  const total = euros(sumOf(invoices.map(({ payable }) => cents(payable))))

  async function pay(): Promise<void> {
    setBusy(true)
    try {
      navigate(paths.payments, { state: buildPayState(await loadInvoices(invoices.map(({ id }) => id))) })
    } catch (error) {
      showFailure(error, { fallback: 'De facturen konden niet worden geladen.' })
      setBusy(false)
    }
  }

  return (
    <Button tone="primary" icon={<Landmark />} busy={busy} onClick={pay}>
      Betaalbestand · {chosen.length === 1 ? '1 partner' : `${chosen.length} partners`} · {formatMoney(total)}
    </Button>
  )
}
