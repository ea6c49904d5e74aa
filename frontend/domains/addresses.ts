import type { Role } from '../../shared/access.ts'
import { paths } from './paths.ts'

/** Returns the URL path that opens an appointment over the list of appointments. */
export const appointmentAddress = (id: string): string => `${paths.appointments}?afspraak=${encodeURIComponent(id)}`

/** Returns the URL path of a customer's page. */
export const customerPageAddress = (id: string): string => `${paths.customer}/${encodeURIComponent(id)}`

/** Returns the URL path that opens a lead over the list of leads. */
export const leadAddress = (id: string): string => `${paths.leads}?lead=${encodeURIComponent(id)}`

/** Returns the URL path that opens a contract over the board of expiring contracts. */
export const contractAddress = (id: string): string => `${paths.expiringContracts}?contract=${encodeURIComponent(id)}`

/** Returns the URL path of the page of a sale. */
export const saleAddress = (id: string): string => `${paths.sale}/${encodeURIComponent(id)}`

/** Returns the URL path of a person's balance page; `month` is `yyyy-mm`. */
export const balanceAddress = (userId: string, month?: string): string =>
  `${paths.balance}/${encodeURIComponent(userId)}${month === undefined ? '' : `?month=${month}`}`

/** Returns the URL path of the page of an invoice. */
export const invoiceAddress = (id: string): string => `${paths.invoice}/${encodeURIComponent(id)}`

/** Returns the URL path that opens a partner company for editing, over the list of partners. */
export const partnerAddress = (id: string): string =>
  `${paths.selfBilling}?tab=partners&partner=${encodeURIComponent(id)}`

/** Returns the URL path that shows a payment file on the payments screen. */
export const paymentFileAddress = (id: string): string => `${paths.payments}?bestand=${encodeURIComponent(id)}`

/** Returns the URL path that opens a commission over the list of commissions that a role sees. */
export function commissionAddress(role: Role, id: string): string {
  const lists = {
    admin: paths.commissions,
    teamleader: paths.commissionWorkflow,
    agent: paths.ownCommissions,
    caller: paths.ownCommissions,
  }
  return `${lists[role]}?commissie=${encodeURIComponent(id)}`
}
