import { findableAppointments } from '../functions/appointments/findable.ts'
import { findableContracts } from '../functions/contracts/findable.ts'
import { findableLeads } from '../functions/leads/findable.ts'
import { findablePeople } from '../functions/people/findable.ts'
import type { FindableKind, FoundKind } from '../functions/records/findable.ts'
import { findableSales } from '../functions/sales/findable.ts'
import { findableInvoices, findablePartners } from '../functions/self-billing/findable.ts'

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
