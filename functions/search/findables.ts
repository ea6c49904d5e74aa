import { findableAppointments } from '../appointments/findable.ts'
import { findableContracts } from '../contracts/findable.ts'
import { findableInvoices, findablePartners } from '../invoices/findable.ts'
import { findableLeads } from '../leads/findable.ts'
import { findablePeople } from '../people/findable.ts'
import type { FindableKind, FoundKind } from '../records/findable.ts'
import { findableSales } from '../sales/findable.ts'

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
