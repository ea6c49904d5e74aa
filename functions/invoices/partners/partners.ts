import type { Role } from '../../../shared/access.ts'
import { conflict, unprocessable } from '../../../shared/errors.ts'
import { foldText } from '../../../shared/folded.ts'
import { hasVatCheckDigits } from '../../../shared/identifiers.ts'
import { schemeOn } from '../../../shared/invoicing/vat-schemes.ts'
import { partner } from '../../../shared/partners/record.ts'
import type { NewPartner, PartnerChange, PartnerFilter } from '../../../shared/partners/schemas.ts'
import { localDateOf, now } from '../../../shared/time.ts'
import { forgetPayee, moveInvoicedPayee } from '../../book/service.ts'
import { nameOf, requireStillAssignable } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { endOfNotice } from '../../platform/data/notifications.ts'
import type { Paging } from '../../platform/http/page.ts'
import { findUser, type User } from '../../platform/identity/user.ts'
import { buildTextMatcher } from '../../records/finding.ts'
import { mapFormFields } from '../../records/form.ts'
import { listWithin } from '../../records/list.ts'
import { onlyItem } from '../../records/only-item.ts'
import { manageWith, newRecordFields, records } from '../../records/record.ts'
import { inOrder, isText } from '../../records/source.ts'
import { endLinksOfOldAddress } from '../acceptance/link-generation.ts'
import { storePartnerNumbers } from '../company-numbers.ts'
import { readKorTurnovers } from '../invoices/kor.ts'
import { refuseSchemeChange } from '../invoices/supply-days.ts'
import { NOBODY, type PartnerRow, Partners } from '../partner-entity.ts'
import { settingsInForce } from '../settings.ts'
import { requestVatCheck } from '../vat-checks.ts'
import { buildAccountViewer, planAccountChange } from './partner-account-changes.ts'
import { buildSharedNumbersFinder } from './partner-identity.ts'

export const partnerRecords = records<PartnerRow>({
  type: 'partner',
  entity: Partners,
  called: 'deze partner',
  ...manageWith('self-billing:manage', 'payment:approve'),
  marks: ['invoiceCount', 'lastInvoiceOn', 'korInvoiceCount', 'vatCheck'],
  derived: ['sortName', 'agentKey'],
  follows: (before, after) => {
    const [was, is] = [before?.pendingAccount, after?.pendingAccount]
    return before && was && was.at !== is?.at ? [endOfNotice('bank-account-waits', `${before.id}-${was.at}`)] : []
  },
  alongside: (before, after) => {
    const id = (after ?? before)?.id
    const [was, is] = [payeeIdOf(before), payeeIdOf(after)]
    const isMoved = was !== is || before?.bankAccount !== after?.bankAccount
    const people = isMoved ? new Set([was, is].filter((userId) => userId !== undefined)) : []
    if (id === undefined) return []
    return [...storePartnerNumbers(before, after), ...moveInvoicedPayee(id, was, is), ...[...people].map(forgetPayee)]
  },
})

/**
 * Returns the id of the person whom a partner's invoices pay; undefined for an inactive partner or one without an
 * agreement.
 */
export const payeeIdOf = (row: PartnerRow | null) => (row?.isActive && row.agreement ? row.assignedAgentId : undefined)

const details = mapFormFields<PartnerRow>()(
  ['assignedAgentId', 'vatSchemes', 'bankAccount', 'accountHolder'],
  partner.normal,
)

/** Adds the keys of the table's indexes to a partner row: by name and by agent. */
export const addIndexKeys = (row: Omit<PartnerRow, 'sortName' | 'agentKey'>): PartnerRow => ({
  ...row,
  sortName: foldText(row.name),
  agentKey: row.assignedAgentId ?? NOBODY,
})

const DEFAULTS = {
  vatSchemes: [{ scheme: 'normaal' }],
  allows48HourDiscount: true,
  acceptanceDays: 14,
  isActive: true,
} satisfies Partial<PartnerRow>

/** Returns VAT schemes as they are stored; the first has no day. */
const storedSchemes = (schemes: NonNullable<NewPartner['vatSchemes']>): PartnerRow['vatSchemes'] =>
  schemes.map(({ from, scheme }) => (from ? { from, scheme } : { scheme }))

/** Lists partner companies by name, filtered by a search text and by activity. */
export function listPartners(actor: Caller, { q = '', isActive, ...paging }: PartnerFilter & Paging) {
  const isFound = buildTextMatcher<PartnerRow>(
    q,
    ({ name, city, email, contactPerson, kvkNumber, vatNumber, phone }) => ({
      texts: [name, city, email, contactPerson],
      codes: [kvkNumber, vatNumber],
      phones: [phone],
    }),
  )
  return listWithin(actor, 'self-billing:manage', paging, {
    all: () => inOrder<PartnerRow>({ sortName: isText, id: isText }, [Partners.query.byName({})]),
    matches: (row) => isFound(row) && (isActive === undefined || row.isActive === (isActive === 'true')),
    show: (rows) => viewsOf(actor, rows),
  })
}

/** Returns one partner company, with its turnover under the KOR this year; 404 for an unknown one. */
export async function findPartner(actor: Caller, id: string) {
  const { row } = await partnerRecords.within(actor, id)
  const [view, [korTurnover]] = await Promise.all([
    viewOf(actor, row),
    readKorTurnovers(row, [localDateOf(now()).slice(0, 4)]),
  ])
  return { ...view, korTurnover }
}

/**
 * Adds a partner company. Throws 422 when its person is not active or has a role that earns no commissions, and for
 * numbers of our own company.
 */
export async function createPartner(actor: Caller, form: NewPartner) {
  const [agent, settings] = await Promise.all([personFor(form.assignedAgentId), settingsInForce()])
  const given = details.created(form)
  const row = addIndexKeys({
    ...given,
    ...{
      bankAccount: form.bankAccount,
      accountHolder: form.accountHolder || undefined,
      accountSince: undefined,
      pendingAccount: undefined,
      rejectedAccount: undefined,
    },
    vatSchemes: form.vatSchemes ? storedSchemes(form.vatSchemes) : DEFAULTS.vatSchemes,
    paymentTerms: given.paymentTerms ?? settings.defaultPaymentTerms,
    allows48HourDiscount: given.allows48HourDiscount ?? DEFAULTS.allows48HourDiscount,
    acceptanceDays: given.acceptanceDays ?? DEFAULTS.acceptanceDays,
    isActive: given.isActive ?? DEFAULTS.isActive,
    ...newRecordFields(),
    assignedAgentId: agent?.id,
    ...{ vatCheck: undefined, agreement: undefined },
    agreedSince: undefined,
    linkGeneration: 0,
    invoiceCount: 0,
    lastInvoiceOn: undefined,
    korInvoiceCount: undefined,
    createdBy: actor.id,
  })
  return partnerRecords.create(actor, row, (made) => viewOf(actor, made), {
    conditions: requireAgent(actor, agent),
    outbox: requestVatCheck(row, settings),
  })
}

/**
 * Changes a partner company; an emptied field is erased. A changed IBAN or holder waits for a second admin (rulings 51b). Throws
 * 404 for an unknown partner, 409 when another user saved the partner since `If-Match`. Throws 422 for another VAT
 * scheme on a day with a sent invoice, for a person who earns no commissions, and for numbers of our own company.
 */
export const changePartner = (actor: Caller, id: string, change: PartnerChange) =>
  partnerRecords.edit(
    actor,
    id,
    (row) => viewOf(actor, row),
    async (before) => {
      const { assignedAgentId } = change
      const isMoved = assignedAgentId !== undefined && (assignedAgentId ?? undefined) !== before.assignedAgentId
      const agent = isMoved ? await personFor(assignedAgentId) : null
      const vatSchemes = change.vatSchemes ? storedSchemes(change.vatSchemes) : before.vatSchemes
      const stillConcepts = await refuseSchemeChange(before, vatSchemes)
      const account = await planAccountChange(actor, before, change)
      const after = addIndexKeys({
        ...before,
        ...details.changed(change),
        ...account.fields,
        vatSchemes,
        ...(isMoved ? { assignedAgentId: agent?.id } : {}),
      })
      return {
        after: endLinksOfOldAddress(before, after),
        conditions: [...requireAgent(actor, agent), ...stillConcepts],
        notify: account.notify,
        outbox: requestVatCheck(after, await settingsInForce()),
        also: account.also,
      }
    },
  )

/**
 * Deletes a partner company that was never invoiced. Throws 409 for any other, as invoices are kept; 404 for an unknown
 * one.
 */
export const removePartner = (actor: Caller, id: string) =>
  partnerRecords.remove(actor, id, ({ invoiceCount }) => {
    if (invoiceCount > 0) {
      throw conflict('Deze partner heeft facturen en kan niet worden verwijderd. Zet de partner op inactief.')
    }
    return {}
  })

const earning: readonly Role[] = ['agent', 'caller', 'teamleader']

/**
 * Reads the person whom a partner's invoices pay: active, with a role that earns commissions. Throws 422 for any other;
 * returns null without an id.
 */
async function personFor(id: string | null | undefined) {
  if (!id) return null
  const user = await findUser(id)
  if (user?.isActive && earning.includes(user.role)) return user
  throw unprocessable('Kies een actieve agent, beller of teamleider', 'assignedAgentId')
}

const requireAgent = (actor: Caller, agent: User | null) =>
  agent ? requireStillAssignable(actor, agent, 'assignedAgentId') : []

/**
 * Returns one partner as screens show it: names of its people, whether the actor may approve its IBAN, and which others
 * have its numbers.
 */
export const viewOf = async (actor: Caller, row: PartnerRow) => onlyItem(await viewsOf(actor, [row]))

/** Returns the answer of VIES about the present VAT number of a partner; undefined without one. */
const shownCheckOf = ({ vatCheck: check, vatNumber }: PartnerRow) =>
  check?.vatNumber === vatNumber ? { ...check, name: check.name, requestId: check.requestId } : undefined

/** Returns partners with the present names of their people, and what the reader may do. */
async function viewsOf(actor: Caller, rows: readonly PartnerRow[]) {
  const ids = [...new Set(rows.flatMap(({ assignedAgentId }) => assignedAgentId ?? []))]
  const users = new Map((await Promise.all(ids.map(findUser))).flatMap((user) => (user ? [[user.id, user]] : [])))
  const [accountOf, sharedNumbersOf] = await Promise.all([buildAccountViewer(actor, rows), buildSharedNumbersFinder()])
  const today = localDateOf(now())
  return rows.map((row) => {
    const agent = row.assignedAgentId === undefined ? undefined : users.get(row.assignedAgentId)
    return {
      ...row,
      legalForm: row.legalForm ?? 'unknown',
      korTurnover: undefined,
      vatCheck: shownCheckOf(row),
      vatSchemes: row.vatSchemes.map(({ from, scheme }) => ({ from, scheme })),
      vatScheme: schemeOn(row.vatSchemes, today),
      isVatNumberDoubtful: !hasVatCheckDigits(row.vatNumber),
      assignedAgent: agent && nameOf(agent),
      sharedNumbers: sharedNumbersOf(row),
      ...accountOf(row),
    }
  })
}
