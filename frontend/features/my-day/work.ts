import type { Work, WorkKind } from '../../../shared/api/my-day.ts'
import { addSeconds, daysBetween, type Instant, localDateOf } from '../../../shared/time.ts'
import { keyOf } from '../../domains/my-day.ts'
import { paths } from '../../domains/paths.ts'
import { formatDate, formatDateShort, formatMoney, formatNumber, formatTime, formatWeekday } from '../../lib/format.ts'

/** Dutch title of each kind of work, and of the tab that lists it. */
export const kindLabels = {
  call: { title: 'Terugbellen', tab: 'Bellen' },
  ending: { title: 'Contract eindigt', tab: 'Contracten' },
  lead: { title: 'Nieuwe lead', tab: 'Leads' },
  outcome: { title: 'Uitkomst noteren', tab: 'Afspraken' },
  sale: { title: 'Sale registreren', tab: 'Sales' },
  check: { title: 'Controleren', tab: 'Beheer' },
  question: { title: 'Beantwoorden', tab: 'Beheer' },
  correction: { title: 'Correctie noteren', tab: 'Beheer' },
  firstPayment: { title: 'Uitbetalen', tab: 'Beheer' },
  approveFile: { title: 'Betaalbestand goedkeuren', tab: 'Beheer' },
  approveAccount: { title: 'Rekening goedkeuren', tab: 'Beheer' },
  approvePayment: { title: 'Betaling goedkeuren', tab: 'Beheer' },
  standIn: { title: 'Plaatsvervanger goedkeuren', tab: 'Beheer' },
  closing: { title: 'Beoordelen', tab: 'Beheer' },
  invoice: { title: 'Versturen', tab: 'Beheer' },
  refusal: { title: 'Herstellen', tab: 'Beheer' },
  import: { title: 'Bekijken', tab: 'Beheer' },
} as const satisfies Record<WorkKind, { title: string; tab: string }>

/** Tells whether a work item is a call to a lead. */
export const isCall = ({ kind }: Work): boolean => kind === 'call' || kind === 'ending' || kind === 'lead'

/** Tells whether a work item is about an appointment: its outcome, or its sale. */
export const isVisit = ({ kind }: Work): boolean => kind === 'outcome' || kind === 'sale'

/** Tells whether a work item opens another screen: a list, such as concept invoices, or an upload. */
export const isList = (work: Work): boolean =>
  !isCall(work) && !isVisit(work) && work.kind !== 'closing' && !work.kind.startsWith('approve')

/** Groups of work items by time, in the order of the screen, with their headings. */
export const groups = { late: 'Te laat', now: 'Nu', later: 'Later vandaag', any: 'Zonder tijd' } as const
export type Group = keyof typeof groups

/** Work within half an hour counts as now. */
const SOON_SECONDS = 30 * 60

/**
 * Returns the group of a work item: `late` before today, `now` up to half an hour ahead, else `later`. An item without
 * a time is in `any`.
 */
export function groupOf({ at }: Work, moment: Instant): Group {
  if (at === null) return 'any'
  if (localDateOf(at as Instant) < localDateOf(moment)) return 'late'
  return at <= addSeconds(moment, SOON_SECONDS) ? 'now' : 'later'
}

/** Sorts work items by group and then by time. Items whose key is in `postponed` come last. */
export function sortWork(work: readonly Work[], moment: Instant, postponed: ReadonlySet<string>): Work[] {
  const places = Object.keys(groups)
  const placeOf = (one: Work) =>
    `${postponed.has(keyOf(one)) ? 1 : 0}${places.indexOf(groupOf(one, moment))}${one.at ?? ''}`
  return work.toSorted((one, other) => placeOf(one).localeCompare(placeOf(other)))
}

const DAYS_OF_WEEK = 7

/**
 * Formats the due time of a work item: `10:00` today, `ma 10:00` in the last week, else the date. Empty without a time.
 */
export function whenOf({ at }: Work, moment: Instant): string {
  if (at === null) return ''
  const day = localDateOf(at as Instant)
  if (day === localDateOf(moment)) return formatTime(at)
  const isThisWeek = daysBetween(day, localDateOf(moment)) < DAYS_OF_WEEK
  return isThisWeek ? `${formatWeekday(at).slice(0, 2)} ${formatTime(at)}` : formatDateShort(at)
}

/** Nouns for the records that a work item counts, singular and plural. */
const nouns: Partial<Record<WorkKind, readonly [one: string, many: string]>> = {
  check: ['nieuwe commissie', 'nieuwe commissies'],
  question: ['vraag over een commissie', 'vragen over commissies'],
  correction: ['herroepen sale', 'herroepen sales'],
  firstPayment: ['eerste betaling', 'eerste betalingen'],
  approveFile: ['factuur', 'facturen'],
  standIn: ['voorgestelde plaatsvervanger', 'voorgestelde plaatsvervangers'],
  closing: ['voorlopig gesloten nummer', 'voorlopig gesloten nummers'],
  invoice: ['conceptfactuur', 'conceptfacturen'],
  refusal: ['geweigerde factuur', 'geweigerde facturen'],
}

/** Returns the title of a work item: the customer, the partner, or the number of records with their amount. */
export function workTitleOf({ customerName, companyName, kind, count, amount }: Work): string {
  if (kind === 'approveAccount' || kind === 'import') return companyName ?? ''
  if (kind === 'approvePayment') return `${formatMoney(amount)} · ${companyName}`
  const counted = [formatNumber(count), nouns[kind]?.[count === 1 ? 0 : 1]].filter(Boolean).join(' ')
  return customerName ?? (amount === null ? counted : `${formatMoney(amount)} · ${counted}`)
}

/** Returns the company and city of a work item's customer; empty for a work item without customer. */
export const companyAndCityOf = ({ customerName, companyName, city }: Work): string =>
  customerName === null ? '' : [companyName, city].filter(Boolean).join(' · ')

/**
 * Formats the note of a work item, in quotes. For a contract that ends or a sale to register the note is a date, which
 * is formatted as a date. Null without a note.
 */
export const noteOf = ({ kind, note }: Work): string | null =>
  note === null ? null : kind === 'ending' || kind === 'sale' ? formatDate(note) : `“${note}”`

/** Returns the address of the list of waiting records, such as concept invoices, or of the upload that waits. */
export function listAddressOf({ kind, id }: Work): string {
  switch (kind) {
    case 'check':
      return `${paths.commissionWorkflow}?step=nieuw`
    case 'question':
      return `${paths.commissions}?vragen=1`
    case 'correction':
      return `${paths.transactions}?agreement=toCorrect`
    case 'firstPayment':
      return paths.commissionWorkflow
    case 'standIn':
      return paths.users
    case 'invoice':
      return paths.conceptInvoices
    case 'refusal':
      return `${paths.selfBilling}?status=in_behandeling&acceptance=refused`
    case 'import':
      return `${paths.expiringContracts}?upload=${encodeURIComponent(id)}`
    default:
      return paths.dashboard
  }
}
