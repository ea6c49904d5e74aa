import type { PartnerDetails } from '../../invoices/registry.ts'
import type { Mails } from '../../mail/kinds.ts'
import { readMailLog } from '../../mail/log.ts'
import { runInParallel } from '../../platform/run-in-parallel.ts'

/** A partner's year, with what the audit log calls it. */
export interface PartnersYearRow {
  readonly id: string
  readonly name: string
  readonly year: string
  readonly partnerId: string
}

/** Returns a partner's year, about which a mail is sent. */
export const yearRowOf = (year: string, { id, name }: PartnerDetails): PartnersYearRow => ({
  ...{ id: yearIdOf(year, id), name: `${name} ${year}`, year, partnerId: id },
})

const yearIdOf = (year: string, partnerId: string) => `${year}-${partnerId}`

/** Returns a partner's year; null for an unknown partner. */
export async function findYearRow(year: string, partnerId: string): Promise<PartnersYearRow | null> {
  const { readPartnerDetails } = await import('../../invoices/registry.ts')
  const [partner] = await readPartnerDetails([partnerId])
  return partner ? yearRowOf(year, partner) : null
}

/** Mail that gives a partner the statement of a year. */
export const yearlyMails: Mails<'yearly', 'mail', PartnersYearRow> = {
  entity: 'yearly',
  kinds: ['mail'],
  attempts: 3,
  toCustomers: false,
  find: (id) => findYearRow(id.slice(0, 4), id.slice(5)),
  isOn: async () => true,
  needless: (_kind, _item, row) => (row ? null : 'Deze partner bestaat niet meer.'),
  again: () => ({}),
}

/** Number of partners whose mails are read at once. */
const PARTNERS_TOGETHER = 8

/** Reads the last mail about a year of each partner, by partner; those without one are absent. */
export async function readLastMails(year: string, partnerIds: readonly string[]) {
  const last = new Map<string, Awaited<ReturnType<typeof readMailLog<'mail'>>>[number]>()
  await runInParallel(
    partnerIds,
    async (id) => {
      const [newest] = await readMailLog(yearlyMails, yearIdOf(year, id))
      if (newest) last.set(id, newest)
    },
    PARTNERS_TOGETHER,
  )
  return last
}
