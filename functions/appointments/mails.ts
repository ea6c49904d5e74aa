import type { Instant } from '../../shared/time.ts'
import { escapeHtml, type Mail } from '../platform/mail.ts'
import type { AppointmentRow } from './entity.ts'

const moment = new Intl.DateTimeFormat('nl-NL', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Europe/Amsterdam',
})

/** The customer's confirmation of an appointment; null when there is no address to send it to (rulings 28). */
export function confirmationMail(row: AppointmentRow): Mail | null {
  if (!row.customerEmail) return null
  const when = moment.format(new Date(row.start as Instant))
  const agent = `${row.agent.firstName} ${row.agent.lastName}`
  const place = [
    `${row.address ?? ''} ${row.houseNumber ?? ''}`.trim(),
    `${row.postalCode ?? ''} ${row.city ?? ''}`.trim(),
  ]
  const lines = [
    `Beste ${row.customerName},`,
    `Uw afspraak staat gepland op ${when}.`,
    `${agent} komt bij u langs${place.some(Boolean) ? ` op ${place.filter(Boolean).join(', ')}` : ''}.`,
    'Kunt u niet? Neem dan contact met ons op, dan plannen we een nieuw moment.',
    'Met vriendelijke groet,\nPartnerview',
  ]
  return {
    to: row.customerEmail,
    subject: `Bevestiging van uw afspraak op ${when}`,
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line).replace('\n', '<br>')}</p>`).join('\n'),
  }
}
