import { APPOINTMENT_MINUTES } from '../../../shared/appointments/choices.ts'
import { placeText } from '../../../shared/street.ts'
import { addSeconds, type Instant } from '../../../shared/time.ts'
import { toOneLine } from '../../mail/safe-text.ts'
import type { AppointmentRow } from '../entity.ts'

/** Producer of our calendars, as calendar programs show it. */
export const PRODUCT = { company: 'Partnerview', product: 'Afspraken', language: 'NL' }

/** Returns the UID of an appointment in calendars, which never changes. */
export const uidOf = ({ id }: Pick<AppointmentRow, 'id'>) => `${id}@partnerview`

/** Returns the end of an appointment from its start: 60 minutes later. */
export const endOf = (start: string): Instant => addSeconds(start as Instant, APPOINTMENT_MINUTES * 60)

/** Returns the address of an appointment on one line; empty when none is known. */
export const placeOf = (row: Pick<AppointmentRow, 'address' | 'houseNumber' | 'postalCode' | 'city'>): string =>
  toOneLine(placeText(row))
