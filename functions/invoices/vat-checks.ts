import type { OutboxItem } from '../platform/data/outbox.ts'
import type { PartnerRow } from './partner-entity.ts'

/** Subject of the work that asks VIES about all partners whose VAT number it did not answer. */
export const ALL_PARTNERS = 'all'

/** Returns the outbox item that asks VIES about a partner's VAT number; empty where it answered, or is not asked. */
export const requestVatCheck = (
  { id, vatNumber, vatCheck }: PartnerRow,
  { checkVatNumbers }: { readonly checkVatNumbers?: boolean | undefined },
): OutboxItem[] =>
  checkVatNumbers && vatCheck?.vatNumber !== vatNumber ? [{ kind: 'partner-vat-check', subject: id }] : []
