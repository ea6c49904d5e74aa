import { mailStateLabels } from '../../../shared/api/parts/mail.ts'
import { leadStatusLabels, saleStatusLabels, salesStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { contractLengthLabels, energyTypeLabels, providerLabels } from '../../../shared/api/parts/trade.ts'
import type { Customer } from '../../../shared/api/schemas/customers.ts'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import { placeText } from '../../../shared/street.ts'
import { type Instant, localDateOf } from '../../../shared/time.ts'
import { appointmentAddress, contractAddress, leadAddress, saleAddress } from '../../domains/addresses.ts'
import { statusTones } from '../../domains/appointments.ts'
import { leadStatusTones } from '../../domains/leads.ts'
import { saleTones } from '../../domains/sales.ts'
import { formatDate, formatMoney, formatTime, formatWeekday, fullNameOf } from '../../lib/format.ts'
import type { Tone } from '../../ui/display/badge.tsx'

/** Kinds of events of a customer, in the order of their tabs. */
export const eventKinds = {
  call: 'Gesprekken',
  appointment: 'Afspraken',
  mail: 'Mails',
  lead: 'Leads',
  contract: 'Contracten',
  sale: 'Sales',
} as const
export type EventKind = keyof typeof eventKinds

/** Event of a customer on the timeline: a call, an appointment, a mail, a lead, a contract or a sale. */
export interface CustomerEvent {
  readonly id: string
  readonly kind: EventKind
  /** ISO moment, or `yyyy-mm-dd` for an event without a time. */
  readonly at: string
  readonly title: string
  readonly badge?: { readonly tone: Tone; readonly text: string }
  readonly text?: string
  /** Note on the record of the event. */
  readonly note?: string | null
  /** Address of the record of the event. */
  readonly to: string
}

const mailTitles = {
  confirmation: 'Bevestiging van de afspraak',
  moved: 'Verplaatsing van de afspraak',
  cancelled: 'Annulering van de afspraak',
  reminder: 'Herinnering aan de afspraak',
  late: 'Vertraging van de afspraak',
} as const

const mailTones = {
  sent: 'ok',
  waiting: 'info',
  sending: 'info',
  held: 'warn',
  failed: 'bad',
  unknown: 'warn',
  skipped: 'neutral',
} as const

const joinTexts = (...parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')

/** Lists the events of a customer, the latest first. */
export function eventsOf({ leads, appointments, mails, contracts, sales }: Customer): CustomerEvent[] {
  const events: CustomerEvent[] = [
    ...leads.flatMap(({ id, status, notedBy, createdAt, source, calls, owner, notes: note }) => [
      {
        note,
        ...{ id: `lead-${id}`, kind: 'lead' as const, at: createdAt, to: leadAddress(id) },
        title: `${fullNameOf(notedBy)} noteerde de lead`,
        badge: { tone: leadStatusTones[status], text: leadStatusLabels[status] },
        text: joinTexts(source && `via ${source}`, `van ${fullNameOf(owner)}`),
      },
      ...calls.map((call) => ({
        ...{ id: `call-${call.id}`, kind: 'call' as const, at: call.at, to: leadAddress(id) },
        ...{ title: `${fullNameOf(call.by)} belde`, text: call.note },
      })),
    ]),
    ...appointments.flatMap(({ id, status, agent, caller, createdAt, appointmentDate, notes: note, ...where }) => [
      {
        note,
        ...{ id: `appointment-${id}`, kind: 'appointment' as const, at: appointmentDate, to: appointmentAddress(id) },
        title: `Afspraak met ${fullNameOf(agent)}`,
        badge: { tone: statusTones[status], text: statusLabels[status] },
        text: joinTexts(placeText(where), `gebeld door ${fullNameOf(caller)}`),
      },
      {
        ...{ id: `planned-${id}`, kind: 'appointment' as const, at: createdAt, to: appointmentAddress(id) },
        title: `${fullNameOf(caller)} plande de afspraak`,
        text: `${formatWeekday(appointmentDate)} ${formatTime(appointmentDate)} met ${fullNameOf(agent)}`,
      },
    ]),
    ...mails.map(({ id, kind, state, createdAt, settledAt, appointmentId }) => ({
      ...{ id: `mail-${id}`, kind: 'mail' as const, at: settledAt ?? createdAt, to: appointmentAddress(appointmentId) },
      title: 'Mail aan de klant',
      badge: { tone: mailTones[state], text: mailStateLabels[state] },
      text: mailTitles[kind],
    })),
    ...contracts.map(({ id, supplier, productName, salesStatus, signedDate, expiryDate }) => ({
      ...{ id: `contract-${id}`, kind: 'contract' as const, at: signedDate, to: contractAddress(id) },
      title: supplier ? `Contract bij ${supplier}` : 'Contract',
      badge: { tone: 'neutral' as const, text: salesStatusLabels[salesStatus] },
      text: joinTexts(productName, `t/m ${formatDate(expiryDate)}`),
    })),
    ...sales.map((sale) => ({
      ...{ id: `sale-${sale.id}`, kind: 'sale' as const, at: sale.saleDate, to: saleAddress(sale.id) },
      title: `Sale van ${fullNameOf(sale.agent)}`,
      badge: { tone: saleTones[sale.status], text: saleStatusLabels[sale.status] },
      text: joinTexts(
        sale.salesDockId,
        providerLabels[sale.provider],
        `${energyTypeLabels[sale.productType]}, ${contractLengthLabels[sale.contractLength]}`,
        sale.totalCommission === null ? null : `${formatMoney(sale.totalCommission)} commissie`,
      ),
    })),
  ]
  return events.sort((one, other) => keyOf(other).localeCompare(keyOf(one)))
}

/** Returns the day of an event in Amsterdam, `yyyy-mm-dd`. */
export const dayOf = ({ at }: CustomerEvent): string => (hasTime(at) ? localDateOf(at as Instant) : at)

/** Tells whether the moment of an event has a time, and is not just a day. */
export const hasTime = (at: string): boolean => at.length > 10

/**
 * Returns the sort key of an event. In descending order, an event without a time comes before the others of its day.
 */
const keyOf = (event: CustomerEvent) => `${dayOf(event)} ${hasTime(event.at) ? event.at : '~'}`
