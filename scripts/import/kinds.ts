import type { Caller } from '../../functions/platform/actor.ts'
import { importLeads } from './leads.ts'
import { partners, rates } from './money.ts'
import { teams, users } from './people.ts'
import { type Doing, type Imported, importRows, type SheetFile } from './rows.ts'
import { appointments, sales } from './work.ts'

type Import = (actor: Caller, file: SheetFile, doing: Doing) => Promise<Imported>

/** Kinds of record that an office brings along, in the order in which they need each other. */
export const imports: Readonly<Record<string, Import>> = {
  teams: (...all) => importRows(teams, ...all),
  users: (...all) => importRows(users, ...all),
  rates: (...all) => importRows(rates, ...all),
  leads: importLeads,
  appointments: (...all) => importRows(appointments, ...all),
  sales: (...all) => importRows(sales, ...all),
  partners: (...all) => importRows(partners, ...all),
}
