import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateBackupCodes } from '../functions/people/login/backup-codes.ts'
import { mendRosters, readRosters } from '../functions/people/mend-rosters.ts'
import { asSystem } from '../functions/platform/actor.ts'
import { defineEntity, documents, primary } from '../functions/platform/data/table.ts'
import { findables, readEvery } from '../functions/search/findables.ts'
import { writeNewIndex } from '../functions/search/indexing.ts'
import { addDays, type LocalDate, localDateOf, now, startOfWeek } from '../shared/time.ts'
import { DEMO_APPOINTMENTS, storeAppointments, storeMailSettings } from './appointments.ts'
import { storeContracts } from './contracts.ts'
import { storeCosts, storeHours } from './costs.ts'
import { storeOlderInvoices, storePresentInvoices } from './invoices.ts'
import { storeLeads } from './leads.ts'
import { createNewTable } from './new-table.ts'
import { storeNotifications } from './notifications.ts'
import { type Account, buildDemoPeople, buildFirstAdmin, storePerson, storeTeams } from './people.ts'
import { storeAdjustments, storeRates } from './sales.ts'
import { storeItems } from './writing.ts'

/**
 * Fills a new installation with demo data, the same every time, or with one admin (PARTNERVIEW_SEED=empty without
 * `--appointments`). `--appointments N` brings a new or filled demo to at least N appointments. `--weeks N` brings its
 * hours to at least N weeks. With PARTNERVIEW_IMPORT, writes the rows of a new table to this file instead, in DynamoDB
 * JSON.
 */

/** Number of weeks with hours in a demo, unless `--weeks` gives another. */
const DEMO_WEEKS = 56

/** Minimum number of leads; a demo with many appointments has more. */
const LEAST_LEADS = 160

const APPOINTMENTS_PER_LEAD = 10

/** Number of appointments for one older invoice, which a demo gets only beyond its first 1,200 appointments. */
const APPOINTMENTS_PER_INVOICE = 10

/** Progress of the seed, so that an interrupted one continues. */
const Marker = defineEntity('seed', {
  attributes: {
    id: { type: 'string', required: true },
    appointments: { type: 'number' },
    leads: { type: 'number' },
    invoices: { type: 'number' },
    /** First day that has hours. */
    hoursFrom: { type: 'string' },
  },
  indexes: { primary: primary('seed#${id}', 'seed') },
})

const { appointments: asked, weeks = DEMO_WEEKS } = askedNumbers()
const wanted = asked ?? DEMO_APPOINTMENTS

const at = now()
const demo = process.env['PARTNERVIEW_SEED'] !== 'empty' || asked !== undefined
const accountsFile = join(process.env['PARTNERVIEW_DATA'] ?? '.local', 'demo.json')
const importFile = process.env['PARTNERVIEW_IMPORT']
const newTable = importFile === undefined ? null : createNewTable()
newTable?.serve(documents)

const people = buildDemoPeople(at)
if (demo) await storeTeams(at)
// People and appointments are stored at the same time: people wait for password hashes, and appointments for the table.
await Promise.all([fillPeople(), demo && fillAppointments()])
if (demo) await fillOthers()
await fillIndex()
if (importFile !== undefined) await newTable?.save(importFile)

async function fillPeople(): Promise<void> {
  await storePeople(demo ? people : buildFirstAdmin(at))
  await mendRosters(asSystem('seed'), await readRosters())
}

/** Stores all that adds to the counters of the appointments. */
async function fillOthers(): Promise<void> {
  await fillPartners()
  await fillLeads()
  await fillContracts()
  await fillCosts()
  await fillNotifications()
}

/** Reads the numbers after `--appointments` and `--weeks`; ends the program with a message when they are invalid. */
function askedNumbers(): { appointments?: number; weeks?: number } {
  try {
    const { values } = parseArgs({ options: { appointments: { type: 'string' }, weeks: { type: 'string' } } })
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (!/^\d+$/.test(value)) throw new Error(`--${name} takes a number, not '${value}'.`)
        return [name, Number(value)]
      }),
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

/** Stores people who do not exist yet, and lists all for the workbench. */
async function storePeople(planned: typeof people): Promise<void> {
  const known: Account[] = JSON.parse(await readFile(accountsFile, 'utf8').catch(() => '[]'))
  const missing = planned.filter(({ user }) => !known.some((account) => account.id === user.id))
  if (missing.length === 0) return
  const backupCodes = await generateBackupCodes()
  const stored = await Promise.all(missing.map((person) => storePerson(person, backupCodes)))
  const accounts = [...known, ...stored]
  await writeFile(accountsFile, JSON.stringify(accounts, null, 2))
  console.log(`${accounts.length} people`)
}

/**
 * Adds all records to the empty search index of a new demo; later changes reach the index through the stream of the
 * table.
 */
async function fillIndex(): Promise<void> {
  const { data: marker } = await Marker.get({ id: 'search' }).go({ consistent: true })
  if (marker) return
  const rows = await writeNewIndex(everything(), storeItems)
  console.log(`${rows} rows of the search`)
  await Marker.put({ id: 'search' }).go()
}

async function* everything() {
  for (const kind of findables) yield* readEvery(kind)
}

async function fillAppointments(): Promise<void> {
  const { data: marker } = await Marker.get({ id: 'demo' }).go({ consistent: true })
  const stored = marker?.appointments ?? 0
  if (stored >= wanted) return
  const users = people.map((person) => person.user)
  if (stored === 0) await Promise.all([storeRates(localDateOf(at)), storeMailSettings()])
  await storeAppointments(users, localDateOf(at), stored, wanted, (count) => {
    process.stdout.write(`${count} of ${wanted} appointments\n`)
  })
  await Marker.put({ id: 'demo', appointments: wanted }).go()
}

async function fillLeads(): Promise<void> {
  const { data: marker } = await Marker.get({ id: 'leads' }).go({ consistent: true })
  const stored = marker ? (marker.leads ?? LEAST_LEADS) : 0
  const leads = Math.max(LEAST_LEADS, Math.round(wanted / APPOINTMENTS_PER_LEAD))
  if (stored >= leads) return
  const users = people.map((person) => person.user)
  await storeLeads(users, localDateOf(at), stored, leads)
  await Marker.put({ id: 'leads', leads }).go()
}

async function fillContracts(): Promise<void> {
  const { data: marker } = await Marker.get({ id: 'contracts' }).go({ consistent: true })
  if (marker) return
  const users = people.map((person) => person.user)
  await storeContracts(users, localDateOf(at))
  await Marker.put({ id: 'contracts' }).go()
}

async function fillNotifications(): Promise<void> {
  const { data: marker } = await Marker.get({ id: 'notifications' }).go({ consistent: true })
  if (marker) return
  await storeNotifications(
    people.map((person) => person.user),
    at,
  )
  await Marker.put({ id: 'notifications' }).go()
}

async function fillCosts(): Promise<void> {
  const users = people.map((person) => person.user)
  const today = localDateOf(at)
  const { data: marker } = await Marker.get({ id: 'costs' }).go({ consistent: true })
  if (!marker) await storeCosts(users, today)
  const stored = marker?.hoursFrom as LocalDate | undefined
  const from = addDays(startOfWeek(today), -7 * weeks)
  if (stored !== undefined && stored <= from) return
  await storeHours(users, today, from, stored ?? today)
  await Marker.put({ id: 'costs', hoursFrom: from }).go()
}

async function fillPartners(): Promise<void> {
  const users = people.map((person) => person.user)
  const { data: marker } = await Marker.get({ id: 'partners' }).go({ consistent: true })
  if (!marker) {
    await storePresentInvoices(users, localDateOf(at))
    // The runs of earlier months did not have these corrections.
    await storeAdjustments(users, localDateOf(at))
  }
  const invoices = Math.max(0, Math.round((wanted - DEMO_APPOINTMENTS) / APPOINTMENTS_PER_INVOICE))
  const stored = marker?.invoices ?? 0
  if (stored < invoices) await storeOlderInvoices(users, localDateOf(at), stored, invoices)
  if (!marker || stored < invoices) await Marker.put({ id: 'partners', invoices: Math.max(stored, invoices) }).go()
}
