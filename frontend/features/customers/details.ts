import type { Customer } from '../../../shared/api/schemas/customers.ts'
import { readPhones } from '../../../shared/identifiers.ts'
import { placeText } from '../../../shared/street.ts'

/** Lists the leads of a customer that have a number, the first one where `phone` has several. */
export const leadsWith = ({ leads }: Customer, phone: string | null) =>
  leads.filter((one) => phone && readPhones(one.customerPhone ?? '').includes(readPhones(phone)[0] ?? phone))

/**
 * Returns the phone numbers, e-mail addresses and places of a customer, each once. `since` is the moment of the first
 * record, undefined without records.
 */
export function contactOf({ knownUnder, ...records }: Customer) {
  const all = [...records.leads, ...records.appointments, ...records.sales, ...records.contracts]
  const once = (texts: readonly (string | null | undefined)[]) =>
    [...new Set(texts.filter((text) => !!text))] as string[]
  const own = (by: string) => knownUnder.filter((one) => one.by === by).map(({ value }) => value)
  const places = all
    .map(({ address, houseNumber, postalCode, city }) => ({ address, houseNumber, postalCode, city }))
    .map((place) => ({ ...place, text: placeText(place) }))
    .filter(({ text }) => text !== '')
  return {
    phones: once([...own('phone'), ...all.map(({ customerPhone }) => customerPhone)]),
    emails: once([...own('email'), ...all.map(({ customerEmail }) => customerEmail)]),
    places: [...new Map(places.map((place) => [place.text, place])).values()],
    since: all.map(({ createdAt }) => createdAt).sort()[0],
  }
}
