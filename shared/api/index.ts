import { apiKeys } from './api-keys.ts'
import { appointments } from './appointments.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { calendarFeed } from './calendar-feed.ts'
import { clientErrors } from './client-errors.ts'
import { commissions } from './commissions.ts'
import { contracts } from './contracts.ts'
import { costs } from './costs.ts'
import { customers } from './customers.ts'
import { dispatches } from './dispatches.ts'
import { erasures } from './erasures.ts'
import { invitations } from './invitations.ts'
import { invoiceAcceptance } from './invoice-acceptance.ts'
import { invoices } from './invoices.ts'
import { leads } from './leads.ts'
import { ledger } from './ledger.ts'
import { monthlyRuns } from './monthly-runs.ts'
import { myDay } from './my-day.ts'
import { notifications } from './notifications.ts'
import { partners } from './partners.ts'
import { type Domain, type Endpoint, routeKeyOf } from './parts/endpoint.ts'
import { bank } from './payments/bank.ts'
import { paymentFiles } from './payments/payment-files.ts'
import { reports } from './reports.ts'
import { sales } from './sales.ts'
import { search } from './search.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'

/** Every endpoint of the product, by domain; each domain has a Lambda function of its own. */
export const api = {
  auth,
  users,
  invitations,
  teams,
  'api-keys': apiKeys,
  appointments,
  'calendar-feed': calendarFeed,
  leads,
  customers,
  sales,
  commissions,
  ledger,
  contracts,
  partners,
  invoices,
  'monthly-runs': monthlyRuns,
  'payment-files': paymentFiles,
  bank,
  'invoice-acceptance': invoiceAcceptance,
  dispatches,
  costs,
  'my-day': myDay,
  reports,
  search,
  notifications,
  audit,
  erasures,
  'client-errors': clientErrors,
} as const satisfies Record<string, Domain>

export type DomainName = keyof typeof api

export interface Route {
  readonly domain: DomainName
  readonly name: string
  readonly key: string
  readonly endpoint: Endpoint
}

/** Every route with the domain that answers it, in the order of the API. */
export const routes: readonly Route[] = Object.entries(api).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints as Domain).map(([name, endpoint]) => ({
    domain: domain as DomainName,
    name,
    key: routeKeyOf(endpoint),
    endpoint,
  })),
)
