import { APPOINTMENT_MINUTES } from '../../shared/contract/appointments.ts'
import { addSeconds, type Instant } from '../../shared/time.ts'
import { oneLine } from '../mail/names.ts'
import type { AppointmentRow } from './entity.ts'

/** How calendar programs name who made a calendar. */
export const PRODUCT = { company: 'Partnerview', product: 'Afspraken', language: 'NL' }

/** The name of an appointment in every calendar, the same for as long as it exists. */
export const uidOf = ({ id }: Pick<AppointmentRow, 'id'>) => `${id}@partnerview`

/** When a calendar shows an appointment to end. */
export const endOf = (start: string): Instant => addSeconds(start as Instant, APPOINTMENT_MINUTES * 60)

type Place = Pick<AppointmentRow, 'address' | 'houseNumber' | 'postalCode' | 'city'>

/** Where it is held: street and number, postcode and city; empty when the customer gave neither. */
export const placeOf = ({ address, houseNumber, postalCode, city }: Place) =>
  [`${address ?? ''} ${houseNumber ?? ''}`, `${postalCode ?? ''} ${city ?? ''}`].map(oneLine).filter(Boolean).join(', ')
