import { domain as appointments } from '../functions/appointments/domain.ts'
import { domain as audit } from '../functions/audit/domain.ts'
import { domain as book } from '../functions/book/domain.ts'
import { domain as calendarFeed } from '../functions/calendar-feed/domain.ts'
import { domain as clientErrors } from '../functions/client-errors/domain.ts'
import { domain as company } from '../functions/company/domain.ts'
import { domain as contracts } from '../functions/contracts/domain.ts'
import { domain as costs } from '../functions/costs/domain.ts'
import { domain as customers } from '../functions/customers/domain.ts'
import { domain as dispatches } from '../functions/dispatches/domain.ts'
import { domain as erasures } from '../functions/erasures/domain.ts'
import { domain as exporting } from '../functions/export/domain.ts'
import { domain as invoices } from '../functions/invoices/domain.ts'
import { domain as knownCustomers } from '../functions/known-customers/domain.ts'
import { domain as leads } from '../functions/leads/domain.ts'
import { domain as ledger } from '../functions/ledger/domain.ts'
import { domain as mail } from '../functions/mail/domain.ts'
import { domain as monthlyRuns } from '../functions/monthly-runs/domain.ts'
import { domain as myDay } from '../functions/my-day/domain.ts'
import { domain as notifications } from '../functions/notifications/domain.ts'
import { domain as numbers } from '../functions/numbers/domain.ts'
import { domain as people } from '../functions/people/domain.ts'
import { domain as platform } from '../functions/platform/domain.ts'
import { domain as proofFiles } from '../functions/proof-files/domain.ts'
import { domain as records } from '../functions/records/domain.ts'
import { domain as reports } from '../functions/reports/domain.ts'
import { domain as sales } from '../functions/sales/domain.ts'
import { domain as search } from '../functions/search/domain.ts'
import { domain as spreadsheets } from '../functions/spreadsheets/domain.ts'
import type { BucketName, Declaration, Folder, Functions, Group, Rows } from '../shared/declaration.ts'

/** The declaration of each folder of `functions`, by its name. No other file imports a `domain.ts`. */
export const domains = {
  appointments,
  audit,
  book,
  'calendar-feed': calendarFeed,
  'client-errors': clientErrors,
  company,
  contracts,
  costs,
  customers,
  dispatches,
  erasures,
  export: exporting,
  invoices,
  'known-customers': knownCustomers,
  leads,
  ledger,
  mail,
  'monthly-runs': monthlyRuns,
  'my-day': myDay,
  notifications,
  numbers,
  people,
  platform,
  'proof-files': proofFiles,
  records,
  reports,
  sales,
  search,
  spreadsheets,
} satisfies Readonly<Record<string, Declaration>>

type WorkIn<Domain> = Domain extends { readonly work: infer Work } ? keyof Work : never
type DeclaredWork = { [Name in keyof typeof domains]: WorkIn<(typeof domains)[Name]> }[keyof typeof domains]

declare module '../functions/platform/data/outbox.ts' {
  interface OutboxKinds extends Record<DeclaredWork, true> {}
}

const all = Object.values<Declaration>(domains)

/** Returns what all domains declare of one sort. Throws when two declare the same. */
function gather<T>(of: (domain: Declaration) => Readonly<Record<string, T>> | undefined): Readonly<Record<string, T>> {
  const entries = all.flatMap((domain) => Object.entries(of(domain) ?? {}))
  const gathered = Object.fromEntries(entries)
  for (const [key, value] of entries) if (gathered[key] !== value) throw new Error(`Two domains declare ${key}`)
  return gathered
}

/** The rows of each partition of the table. */
export const partitions: Readonly<Record<string, Rows>> = gather(({ rows }) => rows)

/** Functions that may make each call of the user pool. */
export const identityCalls: Readonly<Record<string, Functions>> = gather(({ identity }) => identity)

/** Folders of each bucket, with the functions that may use them. */
export const folders: Readonly<Record<BucketName, Readonly<Record<string, Folder>>>> = {
  uploads: gather(({ folders: of }) => of?.uploads),
  documents: gather(({ folders: of }) => of?.documents),
}

/** Returns the folder of `functions` that declares a group of the API. Throws when none does. */
export function folderOf(group: string): string {
  const [folder] = Object.entries<Declaration>(domains).find(([, { groups = {} }]) => group in groups) ?? []
  if (!folder) throw new Error(`No functions/*/domain.ts declares ${group}`)
  return folder
}

/** The groups of the API, each with the settings of its function that differ from those of most. */
export const groups: Readonly<Record<string, Group>> = gather(({ groups: of }) => of)
