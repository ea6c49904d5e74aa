import { type AppointmentRow, Appointments } from '../functions/appointments/entity.ts'
import { MAIL_SETTINGS_ID, MailSettings } from '../functions/appointments/mails/settings.ts'
import { contributionsOf, isHeld, ownersOf } from '../functions/appointments/rules.ts'
import { traceWritesFor } from '../functions/known-customers/service.ts'
import type { Operation } from '../functions/platform/data/table.ts'
import type { User } from '../functions/platform/identity/user.ts'
import { type AppointmentStatus, appointmentStatuses } from '../shared/api/parts/statuses.ts'
import { addDays, type Instant, instantAt, instantIn, type LocalDate, monthOf } from '../shared/time.ts'
import { addContribution, addCounts, type Sum } from './counts.ts'
import { drawCustomer } from './customers.ts'
import { selectPartnerAgents } from './partner-agents.ts'
import { teams } from './people.ts'
import { type Chance, createChance } from './random.ts'
import {
  buildDemoFee,
  buildDemoRates,
  buildDemoSale,
  commissionWritesOf,
  contributionsOfCommission,
  contributionsOfSale as saleContributions,
  saleWritesOf,
} from './sales.ts'
import { moveIntoSeason } from './season.ts'
import { leaveOptional, storeAll } from './writing.ts'

const DAYS_BACK = 365
const DAYS_AHEAD = 30

/**
 * Number of appointments in a demo, unless `--appointments` gives another. Of these sales partners invoice their part;
 * payroll pays for those of a larger demo.
 */
export const DEMO_APPOINTMENTS = 1_200
const NOBODY: ReadonlySet<string> = new Set()

/** Appointments written at a time, in one round of requests, while the next ones are drawn. */
const BATCH = 100

/** Number of stored appointments between two progress messages. */
const STEP = 500

/**
 * Yields the demo appointments from number `from` up to, not including, `until`. Each has its sale, its caller's fee or
 * neither. The same number gives the same appointment, except for dates, which follow `today`.
 */
function* demoAppointments(people: readonly User[], today: LocalDate, from: number, until: number) {
  const rates = buildDemoRates(today)
  const partnered = new Set(selectPartnerAgents(people).map(({ id }) => id))
  for (let number = from; number < until; number++) {
    const row = demoAppointment(createChance(number * 7919 + 1), createChance(number * 104_729 + 5), people, today)
    const invoiced = number < DEMO_APPOINTMENTS ? partnered : NOBODY
    const facts = { people, rates, invoiced, today }
    const sale = buildDemoSale(row, number, facts)
    if (!sale) yield { row, sale, invoiced, fee: buildDemoFee(row, number, facts) }
    else
      yield {
        invoiced,
        row: { ...row, saleId: sale.id, saleRejected: sale.status === 'rejected' || undefined },
        sale,
        fee: undefined,
      }
  }
}

/**
 * Returns a random appointment. A separate generator, `season`, moves the date into a busy month, so that other fields
 * do not depend on that.
 */
function demoAppointment(chance: Chance, season: Chance, people: readonly User[], today: LocalDate): AppointmentRow {
  const team = chance.pick(teams)
  const of = (role: User['role']) => people.filter((one) => one.teamId === team.id && one.role === role && one.isActive)
  const agent = chance.pick(of('agent'))
  const caller = chance.maybe(0.85) ? chance.pick(of('caller')) : agent
  const drawn = addDays(today, chance.below(DAYS_BACK + DAYS_AHEAD + 1) - DAYS_BACK)
  const date = moveIntoSeason(drawn, season, today, DAYS_BACK)
  const start = instantIn(
    date,
    `${String(9 + chance.below(12)).padStart(2, '0')}:${chance.pick(['00', '15', '30', '45'])}`,
  )
  const createdAt = instantAt(Date.parse(start) - (3 + chance.below(20)) * 86_400_000)
  const customer = drawCustomer(chance, team)
  const status = statusOf(chance, date < today)
  return {
    ...leaveOptional<AppointmentRow>(),
    ...customer,
    id: chance.id(),
    version: 1,
    start,
    date,
    month: monthOf(date),
    type: customer.companyName ? 'zakelijk' : 'particulier',
    status,
    heldBy: heldByOf({ status, date, agent, caller }, today),
    agentId: agent.id,
    agent: nameOf(agent),
    createdBy: caller.id,
    caller: nameOf(caller),
    teamId: team.id,
    team: { id: team.id, name: team.name, office: team.office },
    sequence: 0,
    plannedAt: createdAt,
    confirmationSent: Boolean(customer.customerEmail),
    reminderSent: date < today && Boolean(customer.customerEmail),
    createdAt,
    updatedAt: createdAt as Instant,
  }
}

/**
 * Returns the person who set a demo appointment to held: its agent, or in recent days sometimes its caller. Undefined
 * for an appointment that was not held.
 */
function heldByOf(
  { status, date, agent, caller }: { status: AppointmentStatus; date: LocalDate; agent: User; caller: User },
  today: LocalDate,
): AppointmentRow['heldBy'] {
  if (!isHeld({ status })) return undefined
  const isRecent = date > addDays(today, -9)
  const { id, role } = isRecent && status !== 'sale' && Number(date.slice(-2)) % 3 === 0 ? caller : agent
  return { id, role }
}

const nameOf = ({ id, firstName, lastName }: User) => ({ id, firstName, lastName })

function statusOf(chance: Chance, past: boolean): AppointmentStatus {
  if (!past) return chance.maybe(0.88) ? 'scheduled' : chance.pick(['awaiting', 'cancelled'] as const)
  return chance.pick([...appointmentStatuses, 'sale', 'sale', 'no-sale', 'no-sale', 'quote-sent'] as const)
}

/**
 * Stores the settings of mails to customers: confirmations and reminders are on, and each office has a phone number and
 * an e-mail address.
 */
export async function storeMailSettings(): Promise<void> {
  await MailSettings.put({
    ...{ id: MAIL_SETTINGS_ID, version: 1, sendConfirmations: true, sendReminders: true },
    ...{ roermondPhone: '0475 210300', roermondEmail: 'roermond@partnerview.example' },
    ...{ nieuwVennepPhone: '0252 410500', nieuwVennepEmail: 'nieuw-vennep@partnerview.example' },
  }).go()
}

/**
 * Stores the demo appointments from number `from` up to, not including, `until`, with their sales and fees; adds all to
 * the counters. With `from` 0 the counters are new rows, which replace existing ones. Calls `progress` with the number
 * stored so far, after each 500 and at the end.
 */
export async function storeAppointments(
  people: readonly User[],
  today: LocalDate,
  from: number,
  until: number,
  progress: (stored: number) => void,
): Promise<void> {
  const counts = new Map<string, Sum>()
  let batch: AppointmentRow[] = []
  let sales: Operation[] = []
  let stored = from
  let writing = Promise.resolve()
  const known = traceWritesFor<AppointmentRow>('appointment', { ownersOf, dateOf: ({ date }) => date })
  const store = async (rows: readonly AppointmentRow[], others: readonly Operation[]) => {
    const own = rows.flatMap((row) => [Appointments.put(row), ...known(null, row)])
    await storeAll([...own, ...others])
    stored += rows.length
    if (stored % STEP === 0 || stored === until) progress(stored)
  }
  const flush = async () => {
    await writing
    writing = store(batch, sales)
    batch = []
    sales = []
  }
  for (const { row, sale, fee, invoiced } of demoAppointments(people, today, from, until)) {
    for (const contribution of contributionsOf(row)) addContribution(counts, contribution)
    for (const contribution of sale ? saleContributions(sale, invoiced) : []) addContribution(counts, contribution)
    for (const contribution of fee ? contributionsOfCommission(fee, invoiced) : [])
      addContribution(counts, contribution)
    batch.push(row)
    if (sale) sales.push(...saleWritesOf(sale, invoiced))
    if (fee) sales.push(...commissionWritesOf(fee, invoiced))
    if (batch.length === BATCH) await flush()
  }
  if (batch.length > 0) await flush()
  await writing
  await addCounts([...counts.values()], from === 0)
}
