import { can } from '../../../shared/access.ts'
import { isDoubtfulEan, MAX_SAME_SALES } from '../../../shared/sales/choices.ts'
import type { SaleWarning } from '../../../shared/sales/schemas.ts'
import { addMonths, type LocalDate } from '../../../shared/time.ts'
import { findSimilarSales } from '../../known-customers/service.ts'
import type { Caller } from '../../platform/actor.ts'

/** Months within which two sales may be the same (rulings 33). */
const MONTHS = 24

interface Sold {
  readonly customerName?: string | undefined
  readonly postalCode?: string | undefined
  readonly houseNumber?: string | undefined
  readonly eans: readonly string[]
  readonly saleDate: LocalDate
  /** Id of the sale itself, which is no duplicate. */
  readonly except?: string | null | undefined
}

/**
 * Finds possible duplicates of a sale within 24 months: the same EAN, or the same customer at one address. Leaves out
 * the sale `except`, names at most the 20 newest, and hides those out of reach behind one warning per kind. Also warns
 * of an EAN with a wrong check digit.
 */
export async function findSaleWarnings(actor: Caller, { except, saleDate, ...sold }: Sold): Promise<SaleWarning[]> {
  const [first, last] = [addMonths(saleDate, -MONTHS), addMonths(saleDate, MONTHS)]
  const like = (await findSimilarSales(sold)).filter(
    (sale) => sale.saleId !== except && sale.saleDate >= first && sale.saleDate <= last,
  )
  const warnings = new Map<string, SaleWarning>()
  for (const { kind, saleId, saleDate: date, ...owned } of like) {
    const isWithin = can(actor, 'sale:read', owned)
    const key = isWithin ? saleId : kind
    if (!warnings.has(key))
      warnings.set(key, isWithin ? { kind, saleId, saleDate: date } : { kind, saleId: null, saleDate: null })
  }
  const all = [...warnings.values()]
  const newest = all
    .filter(({ saleId }) => saleId !== null)
    .sort((one, other) => ((one.saleDate ?? '') < (other.saleDate ?? '') ? 1 : -1))
    .slice(0, MAX_SAME_SALES)
  const hidden = all.filter(({ saleId }) => saleId === null)
  const doubtful = sold.eans.some(isDoubtfulEan)
  return [...newest, ...hidden, ...(doubtful ? [{ kind: 'check-digit' as const, saleId: null, saleDate: null }] : [])]
}
