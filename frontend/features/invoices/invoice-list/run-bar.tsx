import { invoices } from '../../../../shared/api/invoices.ts'
import type { InvoiceRun } from '../../../../shared/api/schemas/invoices.ts'
import { useStepAddress } from '../../../domains/closing/steps.ts'
import { BulkRunBar } from '../../../records/runs/bulk-run.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { invoiceNoun } from '../api.ts'

const nameOf = ({ work }: InvoiceRun['change']) => (work === 'credit' ? 'Facturen crediteren' : 'Facturen versturen')

/** Shows above the list how far a run is that sends or credits invoices. The page address names the run. */
export function InvoiceRunBar() {
  const addressOf = useStepAddress()
  return (
    <BulkRunBar<InvoiceRun['change']>
      calls={invoices}
      noun={invoiceNoun}
      done="verwerkt"
      what={nameOf}
      next={({ work }) => work !== 'credit' && <TextLink to={addressOf('pay')}>Betalen</TextLink>}
    />
  )
}
