import { APPOINTMENT_MINUTES } from '../../../shared/contract/schemas/appointments.ts'
import { addSeconds, type Instant } from '../../../shared/time.ts'
import { oneLine } from '../../mail/names.ts'
import type { AppointmentRow } from '../entity.ts'

/** Producer of our calendars, as calendar programs show it. */
export const PRODUCT = { company: 'Partnerview', product: 'Afspraken', language: 'NL' }

/** Returns the UID of an appointment in calendars, the same for as long as it exists. */
export const uidOf = ({ id }: Pick<AppointmentRow, 'id'>) => `${id}@partnerview`

/** Returns the end of an appointment in calendars. */
export const endOf = (start: string): Instant => addSeconds(start as Instant, APPOINTMENT_MINUTES * 60)

type Place = Pick<AppointmentRow, 'address' | 'houseNumber' | 'postalCode' | 'city'>

/** Returns the address of an appointment: street and number, postcode and city; empty without both. */
export const placeOf = ({ address, houseNumber, postalCode, city }: Place) =>
  [`${address ?? ''} ${houseNumber ?? ''}`, `${postalCode ?? ''} ${city ?? ''}`].map(oneLine).filter(Boolean).join(', ')
