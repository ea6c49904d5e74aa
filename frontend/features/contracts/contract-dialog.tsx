import { CalendarPlus, CircleDot, ReceiptEuro, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { leadStatusLabels } from '../../../shared/contract/leads.ts'
import { type Contract, salesStatusLabels } from '../../../shared/contract/schemas/contracts.ts'
import { marketLabels } from '../../../shared/contract/schemas/sale-form.ts'
import { appointmentAddress, leadAddress, saleAddress } from '../../domains/addresses.ts'
import { useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { CustomerPhone, MapLink } from '../../domains/contact/contact.tsx'
import { KnownCustomer } from '../../domains/contact/known-customer.tsx'
import { CustomerButton, CustomerLink } from '../../domains/customers.tsx'
import { Iban } from '../../domains/invoices/iban.tsx'
import { useSaleDialogs } from '../../domains/sale-dialogs.ts'
import { formatDate, formatNumber, fullName } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { HistorySection } from '../../records/history.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Details } from '../../ui/display/card.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { useContract, useReveal } from './api.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { addressOf, isAssumed } from './contract-texts.ts'
import { Duration } from './duration.tsx'
import { ContractHistory } from './history.tsx'
import { OneStatusDialog } from './one-status-dialog.tsx'
import { RawColumns } from './raw-columns.tsx'
import { UrgencyBadge } from './urgency.tsx'

interface ContractDialogProps {
  readonly contract: Contract
  readonly onClose: () => void
}

/** Shows all details of one expiring contract. */
export function ContractDialog({ contract: listed, onClose }: ContractDialogProps) {
  const { data: details, error, refetch } = useContract(listed.id)
  const contract = details ?? listed
  const { customerPhone, customerEmail } = contract
  const address = addressOf(contract)
  const maySell = useCan('sale:create')
  const mayPlan = useCan('appointment:create')
  const reveal = useReveal()
  const { openNew } = useSaleDialogs()
  const appointmentDialogs = useAppointmentDialogs()
  const [doing, setDoing] = useState<'status' | 'assign' | null>(null)
  const done = { contract, onDone: onClose, onClose: () => setDoing(null) }
  if (doing === 'status') return <OneStatusDialog {...done} />
  if (doing === 'assign') return <AssignDialog {...done} />
  return (
    <Dialog open onOpenChange={onClose} title="Contract Details" description={contract.customerName} size="wide">
      <DialogBody>
        <Details
          items={[
            { label: 'Klant', value: <CustomerLink record={contract} /> },
            { label: 'Bedrijf', value: contract.companyName },
            {
              label: 'Telefoon',
              value: customerPhone && <CustomerPhone phone={customerPhone} closed={contract.doNotCallSince} />,
            },
            { label: 'E-mail', value: customerEmail && <a href={`mailto:${customerEmail}`}>{customerEmail}</a> },
            { label: 'Adres', value: address && <MapLink place={[address]}>{address}</MapLink> },
            { label: 'Leverancier', value: contract.supplier },
            { label: 'Product', value: contract.productName },
            {
              label: 'Getekend op',
              value: isAssumed(contract, 'signedDate') ? null : formatDate(contract.signedDate),
            },
            ...(contract.startDate ? [{ label: 'Ingangsdatum', value: formatDate(contract.startDate) }] : []),
            { label: 'Looptijd', value: <Duration contract={contract} /> },
            { label: 'Einddatum', value: formatDate(contract.expiryDate) },
            { label: 'Urgentie', value: <UrgencyBadge expiryDate={contract.expiryDate} /> },
            ...toldItems(contract),
            { label: 'Rekeninghouder', value: details?.accountHolder },
            { label: 'IBAN', value: contract.iban && <Iban id={contract.id} iban={contract.iban} reveal={reveal} /> },
            { label: 'Verkoopstatus', value: salesStatusLabels[contract.salesStatus] },
            { label: 'Toegewezen aan', value: contract.assignedTo && fullName(contract.assignedTo) },
            {
              label: 'Lead',
              value: contract.lead && (
                <Link to={leadAddress(contract.lead.id)}>{leadStatusLabels[contract.lead.status]}</Link>
              ),
            },
            {
              label: 'Afspraak',
              value: contract.appointmentId && <Link to={appointmentAddress(contract.appointmentId)}>Bekijken</Link>,
            },
            { label: 'Sale', value: contract.saleId && <Link to={saleAddress(contract.saleId)}>Bekijken</Link> },
            { label: 'Notities', value: contract.notes },
          ]}
        />
        <KnownCustomer
          phone={customerPhone ?? ''}
          email={customerEmail ?? ''}
          postalCode={contract.postalCode ?? ''}
          houseNumber={contract.houseNumber ?? ''}
          except={[contract.id, contract.lead?.id, contract.appointmentId, contract.saleId]}
          forReading
        />
        {error ? <ErrorState error={error} onRetry={refetch} /> : details && <RawColumns rawRow={details.rawRow} />}
        <HistorySection>{() => <ContractHistory id={contract.id} />}</HistorySection>
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
        <CustomerButton record={contract} />
        <Button icon={<CircleDot />} onClick={() => setDoing('status')}>
          Status wijzigen
        </Button>
        <Button icon={<UserPlus />} onClick={() => setDoing('assign')}>
          {contract.lead ? 'Toewijzen' : 'Maak lead'}
        </Button>
        {mayPlan && (
          <Button
            icon={<CalendarPlus />}
            disabled={contract.doNotCallSince !== null}
            onClick={() => {
              onClose()
              appointmentDialogs.openNew({ contractId: contract.id })
            }}
          >
            Plan afspraak
          </Button>
        )}
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

const usageOf = (usage: number | null | undefined, unit: string) =>
  typeof usage === 'number' ? `${formatNumber(usage)} ${unit}` : null

/** Returns further details from the sheets, without the unknown ones. */
const toldItems = (contract: Contract) =>
  [
    { label: 'KvK-nummer', value: contract.kvkNumber },
    { label: 'Markt', value: contract.market && marketLabels[contract.market] },
    { label: 'EAN stroom', value: contract.eanElectricity },
    { label: 'EAN gas', value: contract.eanGas },
    { label: 'Verbruik stroom', value: usageOf(contract.electricityUsage, 'kWh per jaar') },
    { label: 'Verbruik gas', value: usageOf(contract.gasUsage, 'm³ per jaar') },
    { label: 'Team in bestand', value: contract.teamName },
    { label: 'Agent in bestand', value: contract.agentName },
  ].filter(({ value }) => value)
