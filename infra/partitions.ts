import { functionSpecs } from './manifest.ts'

/** Every function, every one that answers a call, or these. */
type Writers = 'all' | 'api' | readonly string[]

/**
 * Who writes what, by how the key of a partition begins; what is not named here nobody may write. Whoever takes over a
 * function can change what it changes, and neither the people nor their rights unless that is its work.
 */
export const writersOf: Readonly<Record<string, Writers>> = {
  audit: 'all',
  outbox: 'all',
  span: 'all',
  reply: 'api',
  session: ['api', 'session-purge'],
  apikey: 'api',
  'mail-places': ['outbox', 'outbox-later'],
  lock: ['api-contracts', 'contract-import', 'api-leads', 'lead-import', 'api-self-billing', 'outbox'],
  start: ['api-admin'],

  user: ['api-auth', 'api-users', 'identity-sync', 'outbox'],
  usedcode: ['api-auth'],
  device: ['api-auth'],
  sessions: ['api-auth', 'session-purge'],
  unique: ['api-users', 'identity-sync'],
  roster: ['api-users', 'api-teams', 'identity-sync'],
  team: ['api-teams'],
  sequence: ['api-teams'],

  appointment: ['api-appointments', 'api-leads', 'api-contracts', 'api-sales', 'outbox', 'outbox-later'],
  removed: ['api-appointments'],
  settings: ['api-appointments', 'api-contracts'],
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
    'outbox',
  ],
  feed: ['api-feed', 'outbox'],
  feedowner: ['api-feed', 'outbox'],
  lead: ['api-leads', 'lead-import', 'api-contracts', 'api-sales', 'outbox'],
  donotcall: ['api-leads', 'lead-import', 'api-contracts', 'contract-import'],
  sale: ['api-sales', 'api-commissions', 'outbox'],
  salesdock: ['api-sales'],
  commission: ['api-sales', 'api-commissions', 'outbox'],
  invoicedpayee: ['api-self-billing'],
  replacedfee: ['api-sales', 'outbox'],
  commissionrate: ['api-commissions'],
  payment: ['api-sales', 'api-commissions', 'outbox'],
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
  ],
  contract: ['api-contracts', 'api-sales', 'contract-import', 'outbox'],
  upload: ['api-contracts', 'contract-import', 'api-leads', 'lead-import'],
  retention: ['contract-retention', 'outbox'],
  layout: ['api-contracts', 'contract-import'],
  partner: ['api-self-billing', 'outbox'],
  invoice: ['api-self-billing', 'api-settlement', 'api-invoice-acceptance', 'outbox', 'mail-events'],
  ledger: ['api-self-billing', 'api-settlement'],
  invoicelink: ['outbox'],
  dispatch: ['api-dispatches', 'accounting-dispatch', 'outbox'],
  attachment: ['api-self-billing'],
  paymentfile: ['api-settlement'],
  bankstatement: ['api-settlement'],
  invoicenumber: ['api-self-billing', 'outbox'],
  monthlyrun: ['api-settlement', 'outbox'],
  invoiced: ['api-self-billing', 'api-sales', 'api-commissions', 'outbox'],
  invoicesettings: ['api-self-billing'],
}

const isWriter = (writers: Writers | string, name: string): boolean => {
  if (typeof writers !== 'string') return writers.some((one) => isWriter(one, name))
  return writers === 'all' || writers === name || (writers === 'api' && name.startsWith('api-'))
}

/** The beginnings of the keys that a function may write, such as `user#`. Throws when there is no such function. */
export function partitionsWrittenBy(name: string): string[] {
  if (!functionSpecs[name]) throw new Error(`The manifest has no function ${name}`)
  return Object.entries(writersOf).flatMap(([partition, writers]) => (isWriter(writers, name) ? [`${partition}#`] : []))
}
