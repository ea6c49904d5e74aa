import type { Role } from '../../../shared/access.ts'
import type { Customer, CustomerLead } from '../../../shared/api/schemas/customers.ts'
import { listSaleSteps } from '../../../shared/sale-steps.ts'
import { addMonths, daysBetween, type Instant, type LocalDate, localDateOf } from '../../../shared/time.ts'
import { appointmentAddress, contractAddress, leadAddress, saleAddress } from '../../domains/addresses.ts'
import { formatDate, formatTime, formatWeekday, fullNameOf } from '../../lib/format.ts'
import type { Tone } from '../../ui/display/badge.tsx'

/** A contract is open work from this number of months before its end, just like an urgent lead (rulings 31). */
const MONTHS_AHEAD = 7

/** Item of open work for a customer: a call, an appointment, a sale to approve or a contract that ends. */
export interface OpenItem {
  readonly id: string
  readonly kind: 'call' | 'appointment' | 'sale' | 'contract'
  readonly title: string
  readonly text: string
  readonly badge: { readonly tone: Tone; readonly text: string }
  readonly to: string
  /** Phone number; only for a call, when the customer has a number that may be called. */
  readonly phone?: string
  readonly button: string
}

/**
 * Lists the open work for a customer by kind: calls, appointments, sales that the role may approve, and contracts that
 * end.
 */
export function openWorkOf(customer: Customer, role: Role, today: LocalDate): OpenItem[] {
  const { leads, appointments, contracts, sales, doNotCallSince } = customer
  return [
    ...leads.filter(isToCallBack).map((lead) => callItem(lead, doNotCallSince === null, today)),
    ...appointments
      .filter(({ status, saleId }) => status === 'scheduled' || status === 'awaiting' || (status === 'sale' && !saleId))
      .map((one): OpenItem => {
        const day = localDateOf(one.appointmentDate as Instant)
        const isSold = one.status === 'sale'
        return {
          ...{ id: one.id, kind: 'appointment', to: appointmentAddress(one.id) },
          title: isSold ? 'Sale nog registreren' : day < today ? 'Uitkomst ontbreekt' : 'Afspraak',
          text: `${formatWeekday(one.appointmentDate)} ${formatTime(one.appointmentDate)} · ${fullNameOf(one.agent)}`,
          badge: isSold ? { tone: 'ok', text: 'Sale' } : dayBadge(day, today),
          button: 'Openen',
        }
      }),
    ...sales
      .filter(({ status, approvedAt }) =>
        listSaleSteps(role, status, { isApproved: approvedAt !== null }).includes('approved'),
      )
      .map(
        (sale): OpenItem => ({
          ...{ id: sale.id, kind: 'sale', to: saleAddress(sale.id), button: 'Controleren' },
          title: `Sale ${sale.salesDockId} controleren`,
          text: `sinds ${formatWeekday(sale.createdAt)} · ${fullNameOf(sale.agent)}`,
          badge: { tone: 'info', text: 'Te controleren' },
        }),
      ),
    // Users who may not see a contract get an item for its end from the urgent lead of that contract. Users who see the
    // contract get the item below instead.
    ...leads
      .filter(({ isUrgent, contractId }) => isUrgent && !contracts.some(({ id }) => id === contractId))
      .map((lead) =>
        contractItem(
          { ...lead, endDate: lead.contractEndDate ?? today, supplier: lead.currentSupplier },
          leadAddress,
          today,
        ),
      ),
    ...contracts
      .filter(
        ({ salesStatus, expiryDate }) => salesStatus !== 'getekend' && expiryDate <= addMonths(today, MONTHS_AHEAD),
      )
      .map((contract) => contractItem({ ...contract, endDate: contract.expiryDate }, contractAddress, today)),
  ]
}

interface Ending {
  readonly id: string
  readonly endDate: string
  readonly supplier: string | null
}

/** Returns the item for a contract that ends or ended. */
function contractItem(
  { id, endDate, supplier }: Ending,
  addressOf: (id: string) => string,
  today: LocalDate,
): OpenItem {
  const days = daysBetween(today, endDate as LocalDate)
  return {
    ...{ id: `end-${id}`, kind: 'contract', to: addressOf(id), button: 'Openen' },
    title: days < 0 ? 'Contract is geëindigd' : 'Contract eindigt',
    text: [formatDate(endDate), supplier].filter(Boolean).join(' · '),
    badge: {
      tone: days < 30 ? 'bad' : 'warn',
      text: days < 0 ? 'verlopen' : `nog ${days} ${days === 1 ? 'dag' : 'dagen'}`,
    },
  }
}

type ToCallBack = CustomerLead & { readonly callBackAt: string }

const isToCallBack = (lead: CustomerLead): lead is ToCallBack =>
  lead.callBackAt !== null && lead.status !== 'converted' && lead.status !== 'not-interested'

/** Returns the item for a lead to call back. */
function callItem(
  { id, callBackAt, lastCall, owner, customerPhone }: ToCallBack,
  mayCall: boolean,
  today: LocalDate,
): OpenItem {
  const day = localDateOf(callBackAt as Instant)
  return {
    ...{ id, kind: 'call', to: leadAddress(id) },
    title: lastCall ? `Terugbellen: ${lastCall.note}` : 'Terugbellen',
    text: `${formatWeekday(callBackAt)} ${formatTime(callBackAt)} · ${fullNameOf(owner)}`,
    badge: dayBadge(day, today),
    ...(customerPhone && mayCall ? { phone: customerPhone, button: 'Bellen' } : { button: 'Openen' }),
  }
}

function dayBadge(day: LocalDate, today: LocalDate): OpenItem['badge'] {
  if (day < today) return { tone: 'bad', text: 'te laat' }
  return day === today ? { tone: 'warn', text: 'vandaag' } : { tone: 'neutral', text: formatWeekday(day) }
}
