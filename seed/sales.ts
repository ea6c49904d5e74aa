import type { AppointmentRow } from '../functions/appointments/entity.ts'
import { hasSale, isHeld } from '../functions/appointments/rules.ts'
import { traceWritesFor } from '../functions/known-customers/service.ts'
import type { Operation } from '../functions/platform/data/table.ts'
import type { User } from '../functions/platform/identity/user.ts'
import { buildRatedFact, buildUnratedFact } from '../functions/sales/amounts/amount-facts.ts'
import {
  addCommissionKeys,
  contributionsOf as commissionContributions,
} from '../functions/sales/amounts/commission-rules.ts'
import { type CommissionRateRow, CommissionRates } from '../functions/sales/amounts/rates.ts'
import { type CommissionRow, Commissions, type Sale } from '../functions/sales/commission-entity.ts'
import { CommissionAdjustments } from '../functions/sales/commissions/adjustment-entity.ts'
import { adjustmentContributions, buildAdjustment } from '../functions/sales/commissions/adjustments.ts'
import { type SaleRow, Sales } from '../functions/sales/entity.ts'
import { buildLeadFee } from '../functions/sales/fees/lead-fees.ts'
import { CommissionQuestions } from '../functions/sales/questions/question-entity.ts'
import { questionContributions } from '../functions/sales/questions/questions.ts'
import {
  addIndexKeys,
  commissionOf,
  details,
  eansOf,
  ownersOf,
  contributionsOf as salesContributions,
  salesDockKey,
} from '../functions/sales/rules.ts'
import { SalesDockIds } from '../functions/sales/sales/salesdock-entity.ts'
import type { SaleStatus } from '../shared/api/parts/statuses.ts'
import { contractLengths, energyTypes, providers } from '../shared/api/parts/trade.ts'
import type { NewSale } from '../shared/sales/schemas.ts'
import { addDays, addMonths, instantIn, type LocalDate, localDateOf } from '../shared/time.ts'
import { bookContributionsOf, bookOf, bookWritesOf, correctionBookOf, duesOf } from './book.ts'
import { addContribution, addCounts, type Sum } from './counts.ts'
import { drawEan, drawIban } from './numbers.ts'
import { scheduleInvoice } from './partner-agents.ts'
import { buildDemoQuestion } from './questions.ts'
import { type Chance, createChance } from './random.ts'
import { buildDemoRevenue, storeRevenueRates } from './revenue.ts'
import { storeAll } from './writing.ts'

const reasons = ['Klant heeft herroepen', 'Handtekening ontbreekt', 'Adres staat al onder contract']

/**
 * Returns the demo's commission rates: standard ones, a rise five months ago, and one of a single team since four
 * months ago.
 */
export function buildDemoRates(today: LocalDate): CommissionRateRow[] {
  const at = instantIn(addMonths(today, -14), '09:00')
  const rate = (
    number: number,
    role: CommissionRateRow['role'],
    euros: number,
    monthsAgo: number,
    teamId?: number,
  ) => ({
    id: `demo-rate-${number}`,
    version: 1,
    role,
    teamId,
    defaultRate: euros * 100,
    validFrom: `${addMonths(today, -monthsAgo).slice(0, 7)}-01`,
    description: teamId === undefined ? 'Standaardtarief' : 'Tarief van het team',
    isActive: true,
    createdAt: at,
    updatedAt: at,
  })
  return [
    rate(1, 'agent', 85, 14),
    rate(2, 'agent', 95, 5),
    rate(3, 'agent', 110, 4, 1),
    rate(4, 'caller', 25, 14),
    rate(5, 'caller', 30, 5),
  ]
}

/** Stores the demo's commission rates and revenue rates. */
export async function storeRates(today: LocalDate): Promise<void> {
  await storeAll(buildDemoRates(today).map((rate) => CommissionRates.put(rate)))
  await storeRevenueRates(today)
}

/**
 * Stores the demo's corrections of last month with their ledger postings and counters: a bonus for one agent, and lost
 * sales of three others.
 */
export async function storeAdjustments(people: readonly User[], today: LocalDate): Promise<void> {
  const at = instantIn(`${addMonths(today, -1).slice(0, 7)}-22` as LocalDate, '11:00')
  const agents = people.filter(({ role, isActive }) => role === 'agent' && isActive).slice(0, 4)
  const admin = people.find(({ role }) => role === 'admin')?.id ?? 'system:seed'
  const rows = agents.map((agent, index) => ({
    ...buildAdjustment(agent, admin, {
      amount: index === 0 ? 5_000 : -11_000,
      reason: index === 0 ? 'Bonus voor de beste maand' : 'Klant heeft na uitbetaling opgezegd',
    }),
    ...{ id: `demo-adjustment-${index}`, createdAt: at, date: localDateOf(at), month: localDateOf(at).slice(0, 7) },
  }))
  const books = rows.map(correctionBookOf)
  await storeAll([...rows.map((row) => CommissionAdjustments.put(row)), ...books.flatMap(bookWritesOf)])
  const counts = new Map<string, Sum>()
  for (const row of rows) for (const contribution of adjustmentContributions(row)) addContribution(counts, contribution)
  for (const contribution of books.flatMap(bookContributionsOf)) addContribution(counts, contribution)
  await addCounts([...counts.values()], false)
}

/** People and rates of the demo, today, and the agents whose partners invoice their commissions (`invoiced`). */
interface DemoFacts {
  readonly people: readonly User[]
  readonly rates: readonly CommissionRateRow[]
  readonly invoiced: ReadonlySet<string>
  readonly today: LocalDate
}

/**
 * Returns the sale of a demo appointment with status 'Sale' and a date until today; undefined for any other
 * appointment. Also undefined for one in five with status 'Sale', as if nobody had registered the sale yet. The random
 * values follow from `number`, the number of the appointment.
 */
export function buildDemoSale(
  appointment: AppointmentRow,
  number: number,
  { people, rates, invoiced, today }: DemoFacts,
): Sale | undefined {
  const chance = createChance(number * 5003 + 11)
  if (appointment.status !== 'sale' || appointment.date > today || chance.maybe(0.2)) return undefined
  const days = Math.min(chance.below(4), daysBetween(appointment.date, today))
  const saleDate = addDays(appointment.date as LocalDate, days)
  const { status, paidAt } = standingOf(statusOf(chance, daysBetween(saleDate, today)), {
    ...{ saleDate, today },
    place: [...invoiced].indexOf(appointment.agentId),
  })
  const soldAt = instantIn(saleDate, '17:30')
  const isCaller = people.find(({ id }) => id === appointment.createdBy)?.role === 'caller'
  const rated = { teamId: appointment.teamId, teamName: appointment.team.name, day: saleDate, at: soldAt }
  const ofAgent = buildRatedFact(rates, { ...rated, as: 'agent', userId: appointment.agentId })
  const called = { ...rated, as: 'caller', userId: appointment.createdBy } as const
  const ofCaller = isCaller ? buildRatedFact(rates, called) : buildUnratedFact(called)
  const isOverridden = chance.maybe(0.05)
  const admin = people.find(({ role }) => role === 'admin')?.id ?? appointment.agentId
  const override = { by: admin, at: soldAt, reason: 'Groot verbruik' }
  const { customerName, companyName, customerPhone, customerEmail, agentId, agent, teamId, team, type } = appointment
  const productType = chance.pick(energyTypes)
  const id = chance.id()
  const form: NewSale = {
    ...{ customerName, companyName, customerPhone, customerEmail, market: type, productType },
    address: appointment.address ?? '',
    houseNumber: appointment.houseNumber ?? '',
    postalCode: appointment.postalCode ?? '',
    city: appointment.city ?? '',
    eanElectricity: productType === 'gas' ? undefined : drawEan(chance),
    eanGas: productType === 'stroom' ? undefined : drawEan(chance),
    provider: chance.pick(providers),
    contractLength: chance.pick(contractLengths),
    contractStartDate: addMonths(saleDate, 1),
    contractEndDate: addMonths(saleDate, 37),
    salesDockId: `SD-${100_000 + number}`,
    gasUsage: productType === 'stroom' ? undefined : 800 + chance.below(3_000),
    electricityUsage: productType === 'gas' ? undefined : Number(appointment.consumption),
    iban: drawIban(chance),
    bankAccountHolder: companyName ?? customerName,
    notes: appointment.notes,
  }
  const sale = addIndexKeys({
    ...details.created(form),
    ...{ id, agentId, agent, teamId, team },
    version: 1,
    callerId: appointment.createdBy,
    caller: appointment.caller,
    appointmentId: appointment.id,
    leadId: undefined,
    contractId: undefined,
    additionalAddresses: [],
    status,
    agentCommission: ofAgent.amount + (isOverridden ? 2_500 : 0),
    callerCommission: ofCaller.amount,
    commissionOverride: isOverridden ? override : undefined,
    amountFacts: isOverridden
      ? [ofAgent, ofCaller, { ...ofAgent, ...override, amount: ofAgent.amount + 2_500 }]
      : [ofAgent, ofCaller],
    expectedRevenue: undefined,
    receivedRevenue: undefined,
    saleDate,
    approvedBy: status === 'nieuw' || status === 'pending' || status === 'rejected' ? undefined : admin,
    approvedAt: status === 'nieuw' || status === 'pending' || status === 'rejected' ? undefined : soldAt,
    ...{ changedAfterApproval: undefined, earlyRelease: undefined },
    ...{ soldAt: undefined, confirmedAt: undefined, confirmation: undefined, infoGivenAt: undefined },
    ...{ isHomeUse: undefined, coolingOff: undefined, coolingOffUntil: undefined },
    ...{ withdrawnAt: undefined, withdrawal: undefined },
    rejectionReason: status === 'rejected' ? chance.pick(reasons) : undefined,
    paidAt,
    dues: undefined,
    paidTo: undefined,
    openQuestions: 0,
    createdBy: agentId,
    phoneBy: undefined,
    createdAt: soldAt,
    updatedAt: soldAt,
  })
  const isPaid = status === 'uitbetaald'
  return {
    ...{ ...sale, ...buildDemoRevenue({ ...sale, saleDate, isPaid }, { number, today }) },
    ...duesOf(commissionOf(sale)),
    openQuestions: buildDemoQuestion(sale)?.state === 'open' ? 1 : 0,
  }
}

/**
 * Returns the writes that store a demo sale: with its commission, ledger items, lookup rows and the question about it,
 * if any.
 */
export function saleWritesOf(sale: Sale, invoiced: ReadonlySet<string>): Operation[] {
  const question = buildDemoQuestion(sale)
  return [
    Sales.put(sale),
    ...commissionWritesOf(commissionOf(sale), invoiced),
    SalesDockIds.put({ salesDockId: salesDockKey(sale.salesDockId), saleId: sale.id }),
    ...recognised(null, sale),
    ...(question ? [CommissionQuestions.put(question)] : []),
  ]
}

/** Returns the writes that store a demo commission and its ledger items. */
export const commissionWritesOf = (row: CommissionRow, invoiced: ReadonlySet<string>): Operation[] => [
  Commissions.put(row),
  ...bookWritesOf(bookOf(row, invoiced)),
]

/** Returns what a demo commission adds to the counters, its ledger items included. */
export const contributionsOfCommission = (row: CommissionRow, invoiced: ReadonlySet<string>) => [
  ...commissionContributions(row),
  ...bookContributionsOf(bookOf(row, invoiced)),
]

/** Returns what a demo sale adds to the counters, its commission and question included. */
export function contributionsOfSale(sale: Sale, invoiced: ReadonlySet<string>) {
  const question = buildDemoQuestion(sale)
  return [
    ...salesContributions(sale),
    ...contributionsOfCommission(commissionOf(sale), invoiced),
    ...(question ? questionContributions(question) : []),
  ]
}

/**
 * Returns the caller's fee (reward) for a demo appointment that a caller booked and that was held without a sale.
 * Undefined for any other appointment. `number` is the appointment's, from which the random values follow.
 */
export function buildDemoFee(
  appointment: AppointmentRow,
  number: number,
  { people, rates, today }: DemoFacts,
): CommissionRow | undefined {
  const isCaller = people.find(({ id }) => id === appointment.createdBy)?.role === 'caller'
  if (!isHeld(appointment) || hasSale(appointment) || !isCaller || appointment.date > today) return undefined
  const days = daysBetween(appointment.date, today)
  const chance = createChance(number * 6007 + 3)
  const drawn = days < 10 ? 'nieuw' : days < 35 ? 'in_afwachting' : days < 65 ? chance.pick(lateSteps) : 'uitbetaald'
  const standing = standingOf(drawn, { saleDate: appointment.date as LocalDate, today, place: -1 })
  const fee = addCommissionKeys({ ...buildLeadFee(appointment, rates), ...standing })
  return { ...fee, ...duesOf(fee) }
}

const lateSteps = ['in_afwachting', 'klaar_voor_uitbetaling', 'uitbetaald'] as const

const recognised = traceWritesFor<SaleRow>('sale', { ownersOf, dateOf: ({ saleDate }) => saleDate, eansOf })

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Draws the status of a sale by its age in days: new, then approved or rejected, later due, at last paid. */
function statusOf(chance: Chance, days: number): SaleStatus {
  if (days >= 7 && chance.maybe(0.08)) return 'rejected'
  if (days < 10) return chance.pick(['nieuw', 'nieuw', 'pending', 'approved'])
  if (days < 35) return chance.pick(['approved', 'in_afwachting', 'in_afwachting', 'klaar_voor_uitbetaling'])
  if (days < 65) return chance.pick(['in_afwachting', 'klaar_voor_uitbetaling', 'uitbetaald'])
  return 'uitbetaald'
}

interface Earned {
  readonly saleDate: LocalDate
  readonly today: LocalDate
  /** Place of the agent among those with a partner; -1 for others. */
  readonly place: number
}

/**
 * Returns a drawn status with its moment of payment: the twentieth of the next month. Until then it is ready for payment;
 * what a partner invoices, until that invoice is paid.
 */
function standingOf<Drawn extends SaleStatus>(drawn: Drawn, { saleDate, today, place }: Earned) {
  const isReady = drawn === 'klaar_voor_uitbetaling' || drawn === 'uitbetaald'
  if (!isReady || (place === -1 && drawn !== 'uitbetaald')) return { status: drawn, paidAt: undefined }
  const paidOn = scheduleInvoice(saleDate.slice(0, 7), Math.max(place, 0), today)?.paidOn
  return paidOn === undefined
    ? { status: 'klaar_voor_uitbetaling' as const, paidAt: undefined }
    : { status: 'uitbetaald' as const, paidAt: instantIn(paidOn, '10:00') }
}
