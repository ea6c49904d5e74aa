import { foldText } from '../../../shared/folded.ts'
import { peopleInState } from '../../people/service.ts'
import { fullName, type User } from '../../platform/identity/user.ts'
import { iterateRows } from '../../records/source.ts'
import {
  columnNameOf,
  fieldTextOf,
  quoteCell,
  type Reading,
  refuseRow,
} from '../../spreadsheets/recognition/row-reading.ts'
import { readCellLine } from '../../spreadsheets/sheets/sheet.ts'

/** Reads all people; returns lookups by e-mail address, and by full name, which several may have. */
export async function readPeopleLookups() {
  const people: User[] = []
  for (const state of ['active', 'inactive'] as const) {
    for await (const user of iterateRows(peopleInState(state))) people.push(user)
  }
  const byAddress = new Map(people.map((user) => [user.email.toLowerCase(), user]))
  const byName = Map.groupBy(people, (user) => foldText(fullName(user)))
  return {
    byAddress: (address: string) => byAddress.get(address.trim().toLowerCase()),
    byName: (name: string): readonly User[] => byName.get(foldText(name.trim().replaceAll(/\s+/g, ' '))) ?? [],
  }
}
export type PeopleByName = Awaited<ReturnType<typeof readPeopleLookups>>

/**
 * Finds the person of a row by e-mail address, or by name where the address is empty. `address` and `name` are the
 * fields of these columns; a cell for the name may hold an address instead. Refuses the row and returns undefined when
 * nobody or several match.
 */
export function findRowPerson<F extends string>(
  reading: Reading<F>,
  people: PeopleByName,
  { address, name }: { readonly address: F; readonly name: F },
): User | undefined {
  const email = fieldTextOf(reading, address)
  if (email !== '') {
    const user = people.byAddress(email)
    if (!user)
      refuseRow(reading, columnNameOf(reading, address, 'E-mail'), `Niemand heeft het e-mailadres ${quoteCell(email)}`)
    return user
  }
  const called = readCellLine(reading, name)
  const column = columnNameOf(reading, name, 'Medewerker')
  if (called === '') {
    refuseRow(reading, column, 'Vul een naam of e-mailadres in')
    return undefined
  }
  const found = called.includes('@')
    ? [people.byAddress(called)].filter((user) => user !== undefined)
    : people.byName(called)
  if (found.length === 0) refuseRow(reading, column, `Niemand heet ${quoteCell(called)}`)
  if (found.length > 1)
    refuseRow(reading, column, `${found.length} mensen heten ${quoteCell(called)}. Gebruik het e-mailadres.`)
  return found.length === 1 ? found[0] : undefined
}
