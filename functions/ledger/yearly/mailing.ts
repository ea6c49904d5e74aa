import type { MailYearly } from '../../../shared/api/schemas/yearly.ts'
import { notFound, unprocessable } from '../../../shared/errors.ts'
import { localDateOf, now } from '../../../shared/time.ts'
import { findLastMail, prepareResend } from '../../mail/resend.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { type Change, commit, commitAll, commitNothing } from '../../platform/data/commit.ts'
import { splitIntoBatches } from '../../platform/data/rows.ts'
import { findYearRow, type PartnersYearRow, readLastMails, yearlyMails, yearRowOf } from './mails.ts'
import { groupByPartner, readSettledDocuments } from './settled.ts'

/** Maximum number of mails that one transaction requests. */
const MAILS_TOGETHER = 25

/**
 * Asks the outbox to mail the statement of a past year to all paid partners that have none yet, or to one partner, also
 * again. Returns how many mails were requested. Throws 404 for an unknown partner, 409 while the mail of that partner is
 * under way, 422 for a year that is not over.
 */
export async function mailYearlyStatements(actor: Caller, { year, partnerId }: MailYearly) {
  const permit = authorise(actor, 'self-billing:manage')
  if (year >= localDateOf(now()).slice(0, 4)) {
    throw unprocessable(`Mailen kan vanaf 1 januari ${Number(year) + 1}`, 'year')
  }
  if (partnerId !== undefined) {
    const row = await findYearRow(year, partnerId)
    if (!row) throw notFound()
    return commit(permit, await changeFor(row), { mailed: 1 })
  }
  const paid = await groupByPartner(await readSettledDocuments(year))
  const mails = await readLastMails(
    year,
    paid.map(({ partner }) => partner.id),
  )
  const changes = paid
    .filter(({ partner }) => !mails.has(partner.id))
    .map(({ partner }) => firstOf(yearRowOf(year, partner)))
  const result = { mailed: changes.length }
  let done = commitNothing(permit, result)
  for (const some of splitIntoBatches(changes, MAILS_TOGETHER)) done = await commitAll(permit, some, result)
  return done
}

const firstOf = ({ id, name }: PartnersYearRow): Change => ({
  action: 'yearly.send',
  entity: { type: 'yearly', id, name },
  after: { mail: 'mail' },
  write: [],
  outbox: [{ kind: 'yearly-mail', subject: id, id }],
})

async function changeFor(row: PartnersYearRow): Promise<Change> {
  const last = await findLastMail(row.id)
  return last ? (await prepareResend(yearlyMails, row, last.id, { evenSent: true })).change : firstOf(row)
}
