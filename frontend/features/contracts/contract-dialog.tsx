import { type Contract, salesStatusLabels } from '../../../shared/contract/contracts.ts'
import { formatDateLong } from '../../lib/format.ts'
import { Details } from '../../ui/card.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { addressOf, durationOf } from './contract-texts.ts'
import { UrgencyBadge } from './urgency.tsx'

interface ContractDialogProps {
  readonly contract: Contract
  readonly onClose: () => void
}

/** Everything known of one expiring contract. */
export function ContractDialog({ contract, onClose }: ContractDialogProps) {
  const { customerPhone, customerEmail } = contract
  return (
    <Dialog open onOpenChange={onClose} title="Contractdetails" description={contract.customerName}>
      <DialogBody>
        <Details
          items={[
            { label: 'Klant', value: contract.customerName },
            { label: 'Bedrijf', value: contract.companyName },
            { label: 'Telefoon', value: customerPhone && <a href={`tel:${customerPhone}`}>{customerPhone}</a> },
            { label: 'E-mail', value: customerEmail && <a href={`mailto:${customerEmail}`}>{customerEmail}</a> },
            { label: 'Adres', value: addressOf(contract) },
            { label: 'Leverancier', value: contract.supplier },
            { label: 'Product', value: contract.productName },
            { label: 'Getekend op', value: formatDateLong(contract.signedDate) },
            { label: 'Looptijd', value: durationOf(contract) },
            { label: 'Einddatum', value: formatDateLong(contract.expiryDate) },
            { label: 'Urgentie', value: <UrgencyBadge expiryDate={contract.expiryDate} /> },
            { label: 'Verkoopstatus', value: salesStatusLabels[contract.salesStatus] },
            { label: 'Notities', value: contract.notes },
          ]}
        />
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
      </DialogFooter>
    </Dialog>
  )
}
