import { CircleDot, ReceiptEuro } from 'lucide-react'
import { useState } from 'react'
import { type Contract, salesStatusLabels } from '../../../shared/contract/contracts.ts'
import { CustomerPhone, MapLink } from '../../domains/contact.tsx'
import { useSaleDialogs } from '../../domains/sale-dialogs.ts'
import { formatDateLong } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { HistorySection } from '../../records/history.tsx'
import { Button } from '../../ui/button.tsx'
import { Details } from '../../ui/card.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { addressOf, durationOf } from './contract-texts.ts'
import { ContractHistory } from './history.tsx'
import { StatusDialog } from './status-dialog.tsx'
import { UrgencyBadge } from './urgency.tsx'

interface ContractDialogProps {
  readonly contract: Contract
  readonly onClose: () => void
}

/** Everything known of one expiring contract. */
export function ContractDialog({ contract, onClose }: ContractDialogProps) {
  const { customerPhone, customerEmail } = contract
  const address = addressOf(contract)
  const maySell = useCan('sale:create')
  const { openNew } = useSaleDialogs()
  const [isSetting, setSetting] = useState(false)
  if (isSetting) return <StatusDialog contracts={[contract]} onDone={onClose} onClose={() => setSetting(false)} />
  return (
    <Dialog open onOpenChange={onClose} title="Contractdetails" description={contract.customerName}>
      <DialogBody>
        <Details
          items={[
            { label: 'Klant', value: contract.customerName },
            { label: 'Bedrijf', value: contract.companyName },
            {
              label: 'Telefoon',
              value: customerPhone && <CustomerPhone phone={customerPhone} closed={contract.doNotCallSince} />,
            },
            { label: 'E-mail', value: customerEmail && <a href={`mailto:${customerEmail}`}>{customerEmail}</a> },
            { label: 'Adres', value: address && <MapLink place={[address]}>{address}</MapLink> },
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
        <HistorySection>{() => <ContractHistory id={contract.id} />}</HistorySection>
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
        <Button icon={<CircleDot />} onClick={() => setSetting(true)}>
          Status wijzigen
        </Button>
        {maySell && (
          <Button
            tone="primary"
            icon={<ReceiptEuro />}
            onClick={() => {
              onClose()
              openNew({ contract })
            }}
          >
            Sale registreren
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
