import { CalendarPlus, CircleDot, ReceiptEuro, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { contracts } from '../../../shared/api/contracts.ts'
import { leadStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { contractFields } from '../../../shared/contracts/record.ts'
import type { Contract } from '../../../shared/contracts/schemas.ts'
import { placeText } from '../../../shared/street.ts'
import { appointmentAddress, leadAddress, saleAddress } from '../../domains/addresses.ts'
import { useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { CallButton, CallDoor } from '../../domains/contact/call-door.tsx'
import { CustomerPhone, MapLink } from '../../domains/contact/contact.tsx'
import { KnownCustomer } from '../../domains/contact/known-customer.tsx'
import { CustomerButton, CustomerLink } from '../../domains/customers.tsx'
import { useSaleDialogs } from '../../domains/sale-dialogs.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { labelsOf } from '../../records/field-values.ts'
import { RecordHistory } from '../../records/history.tsx'
import { Iban } from '../../records/iban.tsx'
import { cardItemsOf } from '../../records/shown-fields.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Details } from '../../ui/display/details.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { useContract } from './api.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { isAssumed } from './contract-texts.ts'
import { Duration } from './duration.tsx'
import { OneStatusDialog } from './one-status-dialog.tsx'
import { RawColumns } from './uploads/raw-columns.tsx'
import { UrgencyBadge } from './urgency.tsx'

const labels = labelsOf(contractFields)

interface ContractDialogProps {
  readonly contract: Contract
  readonly onClose: () => void
}

/** Shows all details of one expiring contract, with what can be done with it. */
export function ContractDialog({ contract: listed, onClose }: ContractDialogProps) {
  const { data: details, error, refetch } = useContract(listed.id)
  const contract = details ?? listed
  const [doing, setDoing] = useState<'status' | 'assign' | null>(null)
  const done = { contract, onDone: onClose, onClose: () => setDoing(null) }
  if (doing === 'status') return <OneStatusDialog {...done} />
  if (doing === 'assign') return <AssignDialog {...done} />
  return (
    <Dialog onOpenChange={onClose} title="Contract Details" description={contract.customerName} size="wide">
      <DialogBody>
        <ContractDetails contract={contract} />
        <KnownCustomer
          phone={contract.customerPhone ?? ''}
          email={contract.customerEmail ?? ''}
          postalCode={contract.postalCode ?? ''}
          houseNumber={contract.houseNumber ?? ''}
          except={[contract.id, contract.lead?.id, contract.appointmentId, contract.saleId]}
          forReading
        />
        {error ? <ErrorState error={error} onRetry={refetch} /> : <RawColumns rawRow={details?.rawRow} />}
        <RecordHistory
          endpoint={contracts.history}
          id={contract.id}
          fields={contractFields}
          verbTexts={{ reveal: 'IBAN bekeken', assign: 'Toegewezen', plan: 'Afspraak gepland' }}
          none="Sinds de import is er niets aan gewijzigd."
        />
      </DialogBody>
      <DialogFooter>
        <CustomerButton record={contract} />
        <Button icon={<CircleDot />} onClick={() => setDoing('status')}>
          Status wijzigen
        </Button>
        <Button icon={<UserPlus />} onClick={() => setDoing('assign')}>
          {contract.lead ? 'Toewijzen' : 'Maak lead'}
        </Button>
        <NextSteps contract={contract} onClose={onClose} />
      </DialogFooter>
    </Dialog>
  )
}

/** Shows the buttons that make an appointment or a sale of a contract, for those who may; they close the dialog. */
function NextSteps({ contract, onClose }: ContractDialogProps) {
  const maySell = useCan('sale:create')
  const mayPlan = useCan('appointment:create')
  const { openNew } = useSaleDialogs()
  const appointmentDialogs = useAppointmentDialogs()
  return (
    <>
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
    </>
  )
}

function ContractDetails({ contract }: Pick<ContractDialogProps, 'contract'>) {
  const { customerPhone, customerEmail } = contract
  const reveal = useCommand(contracts.reveal)
  return (
    <>
      {customerPhone && (
        <CallDoor phone={customerPhone} closes>
          {() => <CallButton phone={customerPhone} />}
        </CallDoor>
      )}
      <Details
        items={[
          { label: labels.customerName, value: <CustomerLink record={contract} /> },
          { label: labels.companyName, value: contract.companyName },
          {
            label: labels.customerPhone,
            value: customerPhone && (
              <CustomerPhone phone={customerPhone} closed={contract.doNotCallSince} mayCall={contract.mayCall} />
            ),
          },
          {
            label: labels.customerEmail,
            value: customerEmail && <a href={`mailto:${customerEmail}`}>{customerEmail}</a>,
          },
          { label: labels.address, value: placeText(contract) && <MapLink place={contract} /> },
          ...cardItemsOf(contractFields, contract, 'customer'),
          ...cardItemsOf(contractFields, contract, 'product'),
          {
            label: labels.signedDate,
            value: isAssumed(contract, 'signedDate') ? null : formatDate(contract.signedDate),
          },
          ...(contract.startDate ? [{ label: labels.startDate, value: formatDate(contract.startDate) }] : []),
          { label: labels.durationValue, value: <Duration contract={contract} /> },
          { label: labels.expiryDate, value: formatDate(contract.expiryDate) },
          { label: 'Urgentie', value: <UrgencyBadge expiryDate={contract.expiryDate} /> },
          ...cardItemsOf(contractFields, contract, 'term'),
          ...sheetItems(contract),
          ...cardItemsOf(contractFields, contract, 'bank'),
          {
            label: labels.iban,
            value: contract.iban && <Iban id={contract.id} iban={contract.iban} reveal={reveal} />,
          },
          ...cardItemsOf(contractFields, contract, 'work'),
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
          { label: labels.notes, value: contract.notes },
        ]}
      />
    </>
  )
}

const usageOf = (usage: number | null | undefined, unit: string) =>
  typeof usage === 'number' ? `${formatNumber(usage)} ${unit}` : null

/** Returns the details that come from the spreadsheets, such as EAN, usage and team. */
const sheetItems = (contract: Contract) => [
  ...cardItemsOf(contractFields, contract, 'sheet'),
  { label: labels.electricityUsage, value: usageOf(contract.electricityUsage, 'kWh per jaar') },
  { label: labels.gasUsage, value: usageOf(contract.gasUsage, 'm³ per jaar') },
  ...cardItemsOf(contractFields, contract, 'origin'),
]
