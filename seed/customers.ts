import { companyKinds, companyNames, firstNames, lastNames, notes, places, streets, suppliers } from './names.ts'
import type { Team } from './people.ts'
import type { Chance } from './random.ts'

/** Returns a random customer with an address near a team's office; four in ten are companies. */
export function drawCustomer(chance: Chance, team: Team) {
  const firstName = chance.pick(firstNames)
  const lastName = chance.pick(lastNames)
  const companyName = chance.maybe(0.4) ? `${chance.pick(companyKinds)} ${chance.pick(companyNames)}` : undefined
  const [city, digits] = chance.pick<readonly [string, string]>(places[team.office])
  const letters = () => chance.pick([...'ABCDEGHJKLMNPRSTVWXZ'])
  const consumption = companyName ? 8_000 + chance.below(60_000) : 1_500 + chance.below(5_000)
  const mailbox = `${firstName}.${lastName}`.toLowerCase().replaceAll(' ', '')
  return {
    customerName: `${firstName} ${lastName}`,
    customerEmail: chance.maybe(0.7) ? `${mailbox}@klant.example` : undefined,
    customerPhone: chance.maybe(0.6)
      ? `06 ${10_000_000 + chance.below(89_999_999)}`
      : `0475 ${100_000 + chance.below(899_999)}`,
    companyName,
    currentSupplier: chance.pick(suppliers),
    monthlyAmount: String(Math.round(consumption / 14)),
    consumption: String(consumption),
    address: chance.pick(streets),
    houseNumber: String(1 + chance.below(180)),
    postalCode: `${digits}${10 + chance.below(89)} ${letters()}${letters()}`,
    city,
    notes: chance.maybe(0.3) ? chance.pick(notes) : undefined,
  }
}
