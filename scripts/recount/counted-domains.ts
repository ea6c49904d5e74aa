import { countedAppointments } from '../../functions/appointments/counting.ts'
import { countedLedger } from '../../functions/book/journal.ts'
import { countedContracts } from '../../functions/contracts/counting.ts'
import { countedHours } from '../../functions/costs/counting.ts'
import { countedInvoices } from '../../functions/invoices/invoices/counting.ts'
import { countedLeads } from '../../functions/leads/counting.ts'
import type { RecountedDomain } from '../../functions/records/recount.ts'
import { countedCommissions } from '../../functions/sales/commission-counting.ts'
import { countedSales } from '../../functions/sales/counting.ts'
import type { measures } from '../../shared/measures.ts'

/** Recount of each group of measures; a group without an entry here does not compile. */
const countedBy: Record<keyof typeof measures, RecountedDomain | null> = {
  appointments: countedAppointments,
  leads: countedLeads,
  sales: countedSales,
  commissions: countedCommissions,
  invoices: countedInvoices,
  ledger: countedLedger,
  hours: countedHours,
  contracts: countedContracts,
}

/** Domains whose counters can be counted again from their records. */
export const countedDomains = Object.values(countedBy).filter((counted) => counted !== null)
