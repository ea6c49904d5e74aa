import { addToClosedFilter } from '../functions/known-customers/closed-filter.ts'
import { DoNotCalls } from '../functions/known-customers/entity.ts'
import { type ConsentRow, type NumberRow, Numbers } from '../functions/numbers/entity.ts'
import type { Operation } from '../functions/platform/data/table.ts'
import { mayCall } from '../shared/numbers/may-call.ts'
import type { CallMarks } from '../shared/numbers/states.ts'
import { addDays, addMonths, instantIn, type LocalDate } from '../shared/time.ts'
import { createChance } from './random.ts'

/** A number of the demo with its consent, legal form or objection, and the marks of its record. */
export interface Permission {
  readonly phone: string
  readonly marks: CallMarks
  readonly number?: NumberRow
  readonly closedOn?: LocalDate
  readonly by: string
}

interface Customer {
  readonly customerPhone?: string | undefined
  readonly companyName?: string | undefined
}

/**
 * Returns the permission of the customer with a place in the demo: three in ten numbers have a consent, a legal form or
 * an objection, so that each state occurs.
 */
export function drawPermission(
  place: number,
  customer: Customer,
  by: string,
  today: LocalDate,
): Permission | undefined {
  const chance = createChance(place * 7_907 + 41)
  const { customerPhone: phone = '' } = customer
  const one = chance.pick(['legal', 'proven', 'unproven', 'expired', 'withdrawn', 'closed', ...NONE])
  const isClosed = one === 'closed'
  const isLegal = one === 'legal' && customer.companyName !== undefined
  const hasConsent = ['proven', 'unproven', 'expired', 'withdrawn'].includes(one)
  if (phone === '' || !(isClosed || isLegal || hasConsent)) return undefined
  const givenAt = addDays(today, one === 'expired' ? -420 : -20 - chance.below(60))
  const at = instantIn(givenAt, '11:00')
  const consent: ConsentRow = {
    ...{
      id: `${phone.replaceAll(' ', '')}-${chance.id()}`,
      callers: [],
      givenBy: 'event',
      givenAt,
      source: 'Beurs Venlo',
    },
    ...(one === 'unproven' ? {} : { text: 'Ja, bel mij over energie', proof: 'beurs-venlo.pdf' }),
    ...{ verified: 'none', firstCallBy: addMonths(givenAt, 6), until: addMonths(givenAt, 12), calledAt: givenAt },
    ...{ recordedBy: by, recordedAt: at, isToConfirm: false },
    ...(one === 'withdrawn' && {
      ...{ withdrawnAt: instantIn(addDays(today, -3), '15:00'), withdrawnBy: by, withdrawnHow: 'Belde terug' },
    }),
  }
  const number: NumberRow = {
    ...{ phone, version: 1, consents: hasConsent ? [consent] : [], usedOn: givenAt, hasTexts: true },
    ...(isLegal && { legalForm: 'bv', company: customer.companyName, formBy: by, formAt: at }),
  }
  const facts = { isClosed, consents: number.consents, legalForm: number.legalForm }
  const { state, until, source } = mayCall(facts, { isNatural: false }, 'service', today)
  const marks = { callState: state, callUntil: until, callSource: source }
  return { phone, marks, by, ...(isClosed ? { closedOn: givenAt } : { number }) }
}

const NONE = Array.from({ length: 14 }, () => 'none' as const)

/** Returns the writes of numbers with a consent, a legal form or an objection. */
export async function writesOf(permissions: readonly Permission[]): Promise<Operation[]> {
  const closed = permissions.flatMap(({ phone, by, closedOn }) =>
    closedOn
      ? [{ phone, date: closedOn, source: 'Belde zelf', setBy: by, createdAt: instantIn(closedOn, '11:00') }]
      : [],
  )
  const filter = await addToClosedFilter(closed.map(({ phone }) => phone))
  return [
    ...permissions.flatMap(({ number }) => (number ? [Numbers.put(number)] : [])),
    ...closed.map((row) => DoNotCalls.put(row)),
    ...filter.map(({ write }) => write),
  ]
}
