import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { Contract } from '../../../shared/contracts/schemas.ts'
import { saleAddress } from '../../domains/addresses.ts'
import { readSaleSource, useSaleDialogs } from '../../domains/sale-dialogs.ts'
import { dialogOrigin } from '../../lib/dialog-origin.ts'
import { useCan } from '../../lib/session.ts'
import { UnknownRecord } from '../../records/unknown-record.tsx'
import { useSoldAppointment, useSoldLead } from './api.ts'
import { SaleDialog } from './sale-dialog.tsx'

/** Shows 'Sale registreren' over any screen, filled from the record that the page address names. */
export function SaleDialogs() {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const { close } = useSaleDialogs()
  const navigate = useNavigate()
  const source = readSaleSource(params)
  const appointment = useSoldAppointment(source.appointmentId)
  const lead = useSoldLead(source.leadId)
  const contract = (state as { contract?: Contract } | null)?.contract
  if (!useCan('sale:create')) return null
  for (const { asked, found, noun } of [
    { asked: source.appointmentId, found: appointment, noun: 'Afspraak' },
    { asked: source.leadId, found: lead, noun: 'Lead' },
  ]) {
    if (asked !== undefined && !found.data) {
      return (
        <UnknownRecord
          noun={noun}
          gone={`De ${noun.toLowerCase()} is verwijderd of niet van jouw team.`}
          error={found.error}
          onRetry={found.refetch}
          onClose={close}
          returnFocus={dialogOrigin}
        />
      )
    }
  }
  return (
    <SaleDialog
      sale={null}
      origin={{
        appointment: source.appointmentId === undefined ? undefined : appointment.data,
        lead: source.leadId === undefined ? undefined : lead.data,
        contract: contract?.id === source.contractId ? contract : undefined,
        contractId: source.contractId,
      }}
      onView={({ id }) => navigate(saleAddress(id))}
      onClose={close}
    />
  )
}
