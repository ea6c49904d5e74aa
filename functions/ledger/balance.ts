import { can } from '../../shared/access.ts'
import { inEuros } from '../../shared/money.ts'
import { addMonths, localDateOf, monthOf, now } from '../../shared/time.ts'
import { isPaidByInvoice, payoutMethodOf, readOpenAtEnds } from '../book/service.ts'
import { listPartnersOf, type PartnerOf } from '../invoices/partner-companies.ts'
import { findTeam, nameOf } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import { type BalanceOwner, findPersonWithin } from './people.ts'

/** Number of latest months for which a balance shows the open amount at the end of each. */
const MONTHS = 12

/** Returns id and name of a partner; without the id for readers who may not manage self-billing. */
const partnerFor = (actor: Caller, partner: Pick<PartnerOf, 'id' | 'name'> | undefined) =>
  partner && { id: can(actor, 'self-billing:manage') ? partner.id : undefined, name: partner.name }

/**
 * Returns the open amount of a person (by default the actor) in euros, now and at the end of each of the last twelve
 * months, the current one included. Also returns how that person is paid. Throws 403 without access to commissions, 404
 * out of reach.
 */
export async function readBalance(actor: Caller, whose: BalanceOwner) {
  const user = await findPersonWithin(actor, whose)
  const today = localDateOf(now())
  const months = Array.from({ length: MONTHS }, (_, back) => monthOf(addMonths(today, -back)))
  const [ends, isInvoiced, [partner], team] = await Promise.all([
    readOpenAtEnds(user.id, months),
    isPaidByInvoice(user.id),
    listPartnersOf(user.id),
    user.teamId === undefined ? null : findTeam(user.teamId),
  ])
  return {
    ...{ userId: user.id, user: nameOf(user), role: user.role, employmentType: user.employmentType },
    ...{ teamName: team?.name, payoutMethod: payoutMethodOf(isInvoiced, user.employmentType) },
    ...{ partner: partnerFor(actor, partner), hasAgreement: partner?.hasAgreement ?? false },
    open: inEuros(ends[0] ?? 0),
    months: months.map((month, back) => ({ month, open: inEuros(ends[back] ?? 0) })),
  }
}
