import { findableAppointments, readEveryAppointment } from '../appointments/findable.ts'
import { findableContracts, readEveryContract } from '../contracts/findable.ts'
import { findableInvoices, findablePartners, readEveryInvoice, readEveryPartner } from '../invoices/findable.ts'
import { findableLeads, readEveryLead } from '../leads/findable.ts'
import { findablePeople, readEveryPerson } from '../people/findable.ts'
import type { Findable, FindableKind, FoundKind } from '../records/findable.ts'
import { findableSales, readEverySale } from '../sales/findable.ts'

/** Search definition of each kind of record; a missing kind does not compile. */
const byKind: Record<FoundKind, FindableKind> = {
  appointment: findableAppointments,
  lead: findableLeads,
  sale: findableSales,
  contract: findableContracts,
  invoice: findableInvoices,
  partner: findablePartners,
  person: findablePeople,
}

/** Every kind of record that the search finds. */
export const findables: readonly FindableKind[] = Object.values(byKind)

/** Readers of all rows of each kind; a missing kind does not compile. */
const rowsOf: Readonly<Record<FoundKind, () => AsyncIterable<object>>> = {
  appointment: readEveryAppointment,
  lead: readEveryLead,
  sale: readEverySale,
  contract: readEveryContract,
  invoice: readEveryInvoice,
  partner: readEveryPartner,
  person: readEveryPerson,
}

/** Reads all records of a kind that the search finds, to fill and to repair the index. */
export async function* readEvery({ kind, findableOf }: FindableKind): AsyncIterable<Findable> {
  for await (const row of rowsOf[kind]()) {
    const found = findableOf(row)
    if (found) yield found
  }
}
