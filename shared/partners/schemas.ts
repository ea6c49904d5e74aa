import { localDate, text } from '../api/parts/fields.ts'
import * as z from '../zod.ts'
import { partner } from './record.ts'

/** Body of a new partner (spec §5). */
export const NewPartner = z.object(partner.typed)
export type NewPartner = z.output<typeof NewPartner>

/** Body that changes a partner; absent fields stay. */
export const PartnerChange = NewPartner.partial()
export type PartnerChange = z.output<typeof PartnerChange>

export const Partner = z.object(partner.shown)
export type Partner = z.output<typeof Partner>

/** Form fields sent with the file of an agreement. */
export const AgreementForm = z.object({
  date: localDate('Vul in wanneer de overeenkomst is getekend').meta({ examples: ['2026-10-05', '2026-10-06'] }),
})

/** Body that rejects a changed account. Anybody but the person who entered the account must give a reason. */
export const AccountRejection = z.object({ reason: text(300) })
export type AccountRejection = z.output<typeof AccountRejection>

/** Filters of the list of partners. */
export const PartnerFilter = z.object({
  /** Search text: must occur in name, contact person, phone, KvK number, VAT number, place or e-mail. */
  q: z.string().trim().max(100).optional(),
  isActive: z.enum(['true', 'false']).optional(),
})
export type PartnerFilter = z.output<typeof PartnerFilter>
