import { sales } from '../../../shared/api/sales.ts'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { CallError } from '../../lib/call-error.ts'
import { isConflictOrGone, showFailure } from '../../records/failure.ts'
import { loadNewest } from '../../records/newest.ts'
import { toast } from '../../ui/messages/toast.ts'
import { findChangedFields } from './form-values.ts'

/** Returns why a bedenktijd holds a sale, from the error of a step; null for any other error. */
export const readHold = (error: unknown): string | null =>
  (error instanceof CallError && error.errors?.['coolingOffReason']?.[0]) || null

/**
 * Shows a toast about a failed change of a sale's status. If somebody else changed the sale first, lists their
 * changes.
 */
export async function showStepFailure(error: unknown, sale: Sale, fallback: string): Promise<void> {
  if (!isConflictOrGone(error)) return showFailure(error, { fallback })
  const newest = await loadNewest(sales.get, sale).catch(() => null)
  const changes = newest ? findChangedFields(sale, newest) : []
  if (changes.length === 0) showFailure(error, { fallback })
  else {
    toast({
      title: 'Iemand anders heeft deze sale intussen gewijzigd',
      description: `${changes.join(' · ')}. Kijk de sale na en probeer het opnieuw.`,
      tone: 'destructive',
    })
  }
}
