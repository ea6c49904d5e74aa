import { Upload } from 'lucide-react'
import * as z from 'zod'
import { invoices } from '../../../shared/api/invoices.ts'
import { InvoiceFilter } from '../../../shared/api/schemas/invoices.ts'
import type { PaymentFile } from '../../../shared/api/schemas/payment-files.ts'
import { useCan } from '../../lib/session.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { ExportMenu } from '../../records/list/export-menu.tsx'
import { useDialogInAddress } from '../../records/use-dialog-in-address.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TabPanel, Tabs } from '../../ui/display/tabs.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { PaymentFiles } from './payment-files.tsx'
import { StatementView } from './statement-view.tsx'
import { Statements } from './statements.tsx'
import { WaitingInvoices } from './waiting-invoices.tsx'

const PaymentFileDialog = onDemand(() => import('./payment-file-dialog.tsx').then((m) => m.PaymentFileDialog))
const UploadDialog = onDemand(() => import('./upload-dialog.tsx').then((m) => m.UploadDialog))

/** Parameters of the page address: `bestand` has the id of a payment file to show, `afschrift` of a bank statement. */
const dialogs = ['bestand', 'afschrift'] as const

const Chosen = InvoiceFilter.pick({ acceptance: true, dueBy: true }).extend({
  tab: z.enum(['facturen', 'bestanden', 'betaald', 'afschriften']),
})

/** Value of `afschrift` that is no id: it opens the dialog that uploads a bank statement. */
const NEW = 'nieuw'

/**
 * Shows the screen 'Betalingen' (rulings 51b): invoices to pay, payment files under way and ended, and bank statements.
 * A stand-in sees the payment files alone.
 */
export function PaymentsScreen() {
  const manages = useCan('self-billing:manage')
  const { opened, open, close } = useDialogInAddress(dialogs)
  const openFile = ({ id }: PaymentFile) => open('bestand', id)
  const fileDialog = opened?.name === 'bestand' && (
    <PaymentFileDialog
      key={opened.value}
      id={opened.value}
      onNext={openFile}
      onUpload={() => open('afschrift', NEW)}
      onClose={close}
    />
  )
  if (!manages) {
    return (
      <Screen title="Betalingen" kind="list">
        <PaymentFiles which="all" onOpen={openFile} />
        {fileDialog}
      </Screen>
    )
  }
  if (opened?.name === 'afschrift' && opened.value !== NEW)
    return <StatementView key={opened.value} id={opened.value} />
  return (
    <>
      <AllPayments onFile={openFile} onStatement={(id) => open('afschrift', id)} />
      {fileDialog}
      {opened?.name === 'afschrift' && <UploadDialog onRead={({ id }) => open('afschrift', id)} onClose={close} />}
    </>
  )
}

interface AllPaymentsProps {
  readonly onFile: (file: PaymentFile) => void
  /** Called with the id of a bank statement to show, or with `NEW` to upload one. */
  readonly onStatement: (id: string) => void
}

function AllPayments({ onFile, onStatement }: AllPaymentsProps) {
  const {
    filter: { tab = 'facturen', ...shown },
    setFilter,
  } = useUrlFilter(Chosen)
  return (
    <Screen
      title="Betalingen"
      kind="list"
      actions={
        <>
          {tab === 'facturen' && (
            <ExportMenu
              name="facturen"
              endpoint={invoices.export}
              query={{ ...shown, status: 'in_behandeling', isInPaymentFile: 'false' }}
            />
          )}
          <Button
            tone={tab === 'afschriften' ? 'primary' : 'secondary'}
            icon={<Upload />}
            onClick={() => onStatement(NEW)}
          >
            Bankafschrift uploaden
          </Button>
        </>
      }
    >
      <Tabs
        value={tab}
        onChange={(next) => setFilter({ tab: next === 'facturen' ? '' : next })}
        label="Betalingen"
        tabs={[
          { value: 'facturen', label: 'Te betalen' },
          { value: 'bestanden', label: 'Onderweg' },
          { value: 'betaald', label: 'Afgehandeld' },
          { value: 'afschriften', label: 'Bankafschriften' },
        ]}
      >
        <TabPanel value="facturen">
          <WaitingInvoices onMade={onFile} />
        </TabPanel>
        <TabPanel value="bestanden">
          <PaymentFiles which="underWay" onOpen={onFile} />
        </TabPanel>
        <TabPanel value="betaald">
          <PaymentFiles which="done" onOpen={onFile} />
        </TabPanel>
        <TabPanel value="afschriften">
          <Statements onOpen={({ id }) => onStatement(id)} />
        </TabPanel>
      </Tabs>
    </Screen>
  )
}
