import type { Endpoint } from '../shared/contract/endpoint.ts'
import { contract, type DomainName } from '../shared/contract/index.ts'
import { functionSpecs } from './manifest.ts'

/**
 * Functions by name, or a group of them: every one of the `api`, those `of-people`, whose endpoints ask who somebody is,
 * those `repeating` an earlier reply, and those `changing` records.
 */
export type Functions = string | readonly string[]

/**
 * Functions that may write each partition, by the prefix of its key; unlisted partitions cannot be written. A
 * compromised function can change only its own records; people and rights belong to few.
 */
export const writersOf: Readonly<Record<string, Functions>> = {
  audit: 'changing',
  outbox: 'changing',
  span: ['api', 'outbox'],
  reply: 'repeating',
  session: ['of-people', 'api-invitations', 'session-purge'],
  apikey: 'of-people',
  'mail-places': ['outbox', 'later'],
  lock: ['api-contracts', 'contract-import', 'api-leads', 'lead-import', 'api-self-billing', 'api-costs', 'outbox'],
  start: ['api-admin'],

  user: ['api-auth', 'api-users', 'api-invitations', 'identity-sync', 'outbox'],
  invitation: ['api-invitations', 'outbox'],
  usedcode: ['api-auth'],
  device: ['api-auth', 'api-invitations'],
  sessions: ['api-auth', 'api-invitations', 'session-purge'],
  unique: ['api-users', 'identity-sync'],
  roster: ['api-users', 'api-teams', 'identity-sync'],
  team: ['api-teams'],
  sequence: ['api-teams'],

  appointment: ['api-appointments', 'api-leads', 'api-contracts', 'api-sales', 'outbox', 'later'],
  removed: ['api-appointments'],
  bulk: ['api-appointments', 'api-contracts', 'outbox'],
  settings: ['api-appointments', 'api-contracts', 'api-commissions'],
  count: [
    'api-appointments',
    'api-leads',
    'lead-import',
    'api-sales',
    'api-commissions',
    'api-self-billing',
    'api-settlement',
    'api-contracts',
    'contract-import',
    'api-costs',
    'outbox',
  ],
  feed: ['api-feed', 'outbox'],
  feedowner: ['api-feed', 'outbox'],
  lead: ['api-leads', 'lead-import', 'api-contracts', 'api-sales', 'outbox'],
  donotcall: ['api-leads', 'lead-import', 'api-contracts', 'contract-import'],
  sale: ['api-sales', 'api-commissions', 'outbox'],
  salesdock: ['api-sales'],
  revenuerate: ['api-sales'],
  revenuetable: ['api-sales'],
  commission: ['api-sales', 'api-commissions', 'outbox'],
  invoicedpayee: ['api-self-billing'],
  commissionrate: ['api-commissions'],
  adjustment: ['api-sales', 'api-commissions', 'outbox'],
  question: ['api-commissions', 'outbox'],
  advance: ['api-commissions', 'outbox'],
  customer: [
    'api-leads',
    'lead-import',
    'api-appointments',
    'api-sales',
    'api-commissions',
    'api-contracts',
    'contract-import',
    'outbox',
  ],
  contract: ['api-contracts', 'api-sales', 'contract-import', 'outbox'],
  upload: ['api-contracts', 'contract-import', 'api-leads', 'lead-import'],
  retention: ['contract-retention', 'outbox'],
  layout: ['api-contracts'],
  partner: ['api-self-billing', 'outbox'],
  invoice: ['api-self-billing', 'api-settlement', 'api-invoice-acceptance', 'outbox', 'mail-events'],
  ledger: ['api-sales', 'api-commissions', 'api-self-billing', 'api-settlement', 'outbox'],
  invoicelink: ['outbox'],
  dispatch: ['api-dispatches', 'accounting-dispatch', 'outbox'],
  attachment: ['api-self-billing'],
  paymentfile: ['api-settlement'],
  bankstatement: ['api-settlement'],
  invoicenumber: ['api-self-billing', 'outbox'],
  monthlyrun: ['api-settlement', 'outbox'],
  invoicesettings: ['api-self-billing'],
  hours: ['api-costs', 'outbox'],
  userrate: ['api-costs', 'outbox'],
  ratecalendar: ['api-costs'],
  costcategory: ['api-costs', 'outbox', 'fixed-cost-sync'],
  costname: ['api-costs', 'outbox', 'fixed-cost-sync'],
  fixedcost: ['api-costs', 'outbox', 'fixed-cost-sync'],

  found: ['later', 'search-mend'],
  filed: ['later', 'search-mend'],
  foundword: ['later', 'search-mend'],
}

/** Functions that read rows by their own key, or check them in a transaction's condition. */
export const readersOf: Readonly<Record<string, Functions>> = {
  audit: ['api-admin'],
  outbox: ['api-appointments', 'api-sales', 'api-self-billing', 'mail-events', 'outbox', 'later', 'reminders'],
  span: ['api', 'outbox'],
  reply: 'repeating',
  session: ['api-auth'],
  sessions: ['api-auth', 'session-purge'],
  apikey: 'of-people',
  'mail-places': ['outbox', 'later'],
  start: ['api-admin'],

  user: [
    'of-people',
    'api-invitations',
    'contract-import',
    'lead-import',
    'contract-reminders',
    'identity-sync',
    'fixed-cost-sync',
    'outbox',
    'later',
    'search-mend',
  ],
  invitation: ['api-invitations'],
  device: ['api-auth', 'api-invitations'],
  unique: ['api-auth'],
  roster: ['api-teams', 'api-sales', 'api-commissions', 'identity-sync', 'outbox'],
  team: [
    'api-auth',
    'api-users',
    'api-invitations',
    'api-teams',
    'api-appointments',
    'api-leads',
    'api-sales',
    'api-commissions',
    'api-ledger',
    'api-reports',
    'api-contracts',
    'api-costs',
    'fixed-cost-sync',
    'outbox',
  ],

  appointment: ['api-appointments', 'api-sales', 'outbox', 'later', 'search-mend'],
  removed: ['api-appointments'],
  bulk: ['api-appointments', 'api-contracts', 'outbox'],
  settings: [
    'api-appointments',
    'api-leads',
    'api-sales',
    'api-commissions',
    'api-contracts',
    'contract-reminders',
    'contract-retention',
    'reminders',
    'outbox',
    'later',
  ],
  count: [
    'api-appointments',
    'api-teams',
    'api-leads',
    'api-commissions',
    'api-ledger',
    'api-contracts',
    'api-self-billing',
    'api-reports',
  ],
  feed: ['api-feed', 'outbox'],
  feedowner: ['api-feed'],
  lead: ['api-leads', 'api-sales', 'api-contracts', 'lead-import', 'outbox', 'later', 'search-mend'],
  donotcall: [
    'api-appointments',
    'api-feed',
    'api-leads',
    'api-sales',
    'api-commissions',
    'api-contracts',
    'lead-import',
    'contract-import',
    'contract-reminders',
    'later',
    'search-mend',
  ],
  customer: ['api-leads', 'api-sales', 'api-contracts', 'lead-import'],
  sale: ['api-sales', 'api-commissions', 'outbox', 'later', 'search-mend'],
  revenuerate: ['api-sales'],
  revenuetable: ['api-sales', 'outbox'],
  commission: ['api-sales', 'api-commissions', 'api-ledger', 'outbox'],
  commissionrate: ['api-commissions'],
  invoicedpayee: ['api-sales', 'api-commissions', 'api-ledger', 'outbox'],
  ledger: ['api-sales', 'api-commissions', 'api-ledger', 'api-self-billing', 'api-settlement', 'api-reports', 'outbox'],
  question: ['api-commissions', 'outbox'],
  advance: ['api-commissions', 'outbox'],
  contract: ['api-contracts', 'api-sales', 'contract-import', 'contract-reminders', 'outbox', 'later', 'search-mend'],
  upload: ['api-contracts', 'contract-import', 'api-leads', 'lead-import'],
  retention: ['contract-retention', 'outbox'],
  layout: ['api-contracts', 'contract-import'],
  partner: [
    'api-self-billing',
    'api-settlement',
    'api-ledger',
    'api-invoice-acceptance',
    'outbox',
    'later',
    'search-mend',
  ],
  invoice: [
    'api-self-billing',
    'api-settlement',
    'api-ledger',
    'api-dispatches',
    'api-invoice-acceptance',
    'outbox',
    'later',
    'search-mend',
  ],
  invoicelink: ['api-invoice-acceptance'],
  invoicenumber: ['api-self-billing', 'api-settlement', 'outbox'],
  invoicesettings: [
    'api-commissions',
    'api-self-billing',
    'api-settlement',
    'api-dispatches',
    'api-reports',
    'accounting-dispatch',
    'outbox',
  ],
  attachment: ['api-self-billing'],
  dispatch: ['api-dispatches', 'accounting-dispatch', 'outbox'],
  paymentfile: ['api-self-billing', 'api-settlement'],
  bankstatement: ['api-settlement'],
  monthlyrun: ['api-settlement', 'outbox'],
  hours: ['api-costs', 'outbox'],
  userrate: ['api-costs'],
  ratecalendar: ['api-costs', 'outbox'],
  costcategory: ['api-costs', 'outbox', 'fixed-cost-sync'],
  costname: ['outbox', 'fixed-cost-sync'],
  fixedcost: ['api-costs'],

  found: ['api-search', 'later', 'search-mend'],
  filed: ['later', 'search-mend'],
  foundword: ['api-search', 'later', 'search-mend'],
}

/** Functions that read lists, by the key of their index: the whole key, or its prefix before a `#`. */
export const indexReadersOf: Readonly<Record<string, Functions>> = {
  'audit#': [
    'api-admin',
    'api-appointments',
    'api-leads',
    'api-sales',
    'api-contracts',
    'api-self-billing',
    'mail-events',
    'outbox',
  ],
  'outbox#': ['api-appointments', 'api-self-billing', 'api-settlement', 'api-dispatches', 'mail-events', 'outbox'],
  apikeys: ['api-api-keys', 'api-users'],
  'devices#': ['api-auth', 'api-invitations'],
  reservations: ['identity-sync'],
  'users#': [
    'api-users',
    'api-commissions',
    'api-contracts',
    'api-costs',
    'contract-reminders',
    'identity-sync',
    'fixed-cost-sync',
    'outbox',
    'search-mend',
  ],
  teams: ['api-teams', 'api-costs', 'api-reports', 'identity-sync'],

  'counts#': ['api-reports'],

  'appointments#': ['api-appointments', 'api-feed', 'reminders', 'outbox', 'search-mend'],
  leads: ['api-leads', 'search-mend'],
  'leads#': ['api-leads', 'outbox'],
  'lead-uploads': ['api-leads'],
  'sales#': ['api-sales', 'outbox', 'search-mend'],
  revenuerates: ['api-sales'],
  'commissions#': ['api-commissions', 'api-settlement', 'outbox'],
  commissionrates: ['api-commissions', 'api-sales', 'outbox'],
  adjustments: ['api-commissions'],
  'adjustments#': ['api-commissions', 'outbox'],
  questions: ['api-commissions'],
  'questions#': ['api-commissions', 'api-ledger', 'api-settlement', 'outbox'],
  advances: ['api-commissions'],
  'advances#': ['api-commissions'],
  'advance#': ['api-commissions'],
  'contracts#': ['api-contracts', 'contract-reminders', 'outbox', 'search-mend'],
  uploads: ['api-contracts'],
  partners: ['api-self-billing', 'api-settlement', 'api-ledger', 'search-mend'],
  'partners#': ['api-self-billing', 'api-settlement', 'api-ledger', 'outbox', 'api-search'],
  'invoices#': ['api-self-billing', 'api-settlement', 'api-ledger', 'api-dispatches', 'outbox', 'search-mend'],
  'ledger#': ['api-sales', 'api-commissions', 'api-ledger', 'api-settlement', 'api-reports', 'outbox'],
  'journal#': ['api-ledger', 'api-reports'],
  dispatches: ['api-dispatches', 'outbox'],
  paymentfiles: ['api-settlement'],
  bankstatements: ['api-settlement'],
  monthlyruns: ['api-settlement'],
  'monthlyrun#': ['api-settlement'],
  'hours#': ['api-costs', 'outbox'],
  userrates: ['api-costs'],
  'userrates#': ['api-costs', 'outbox'],
  costcategories: ['api-costs', 'api-reports'],
  fixedcosts: ['api-costs', 'api-reports', 'fixed-cost-sync'],
  'fixedcosts#': ['outbox', 'fixed-cost-sync'],

  'found#': ['api-search'],
  'filed#': ['search-mend'],
  'foundwords#': ['search-mend'],
}

/** Tells whether an endpoint of a function satisfies a predicate. */
const hasEndpoint = (name: string, isSo: (endpoint: Endpoint) => boolean) =>
  name.startsWith('api-') && Object.values<Endpoint>(contract[name.slice('api-'.length) as DomainName]).some(isSo)

const groups: Readonly<Record<string, (name: string) => boolean>> = {
  api: (name) => name.startsWith('api-'),
  'of-people': (name) => hasEndpoint(name, ({ allow }) => allow !== 'public'),
  repeating: (name) => hasEndpoint(name, ({ idempotent }) => idempotent !== undefined),
  changing: (name) => !['api-admin', 'api-ledger', 'api-search', 'session-purge', 'search-mend'].includes(name),
}

/** Tells whether a list of functions includes one, by name or by group. */
export const isAmong = (these: Functions, name: string): boolean =>
  [these].flat().some((one) => one === name || groups[one]?.(name) === true)

/** Returns the keys of a table whose functions include this one. Throws when no function has that name. */
function namedIn(table: Readonly<Record<string, Functions>>, name: string): string[] {
  if (!functionSpecs[name]) throw new Error(`The manifest has no function ${name}`)
  return Object.entries(table).flatMap(([key, these]) => (isAmong(these, name) ? [key] : []))
}

/** Returns the key patterns that a function may write, such as `user#*`. Throws when no function has that name. */
export const partitionsWrittenBy = (name: string): string[] => namedIn(writersOf, name).map((key) => `${key}#*`)

/** Returns the key patterns that a function may read. */
export const partitionsReadBy = (name: string): string[] => namedIn(readersOf, name).map((key) => `${key}#*`)

/** Returns the keys of indexes that a function may query. */
export const indexesReadBy = (name: string): string[] =>
  namedIn(indexReadersOf, name).map((key) => (key.endsWith('#') ? `${key}*` : key))
