import type { PeriodState } from '../../../shared/api/schemas/periods.ts'
import { BOOK, type BookLock, BookLocks } from '../../book/service.ts'
import { manageWith, records } from '../../records/record.ts'

/** The lock before a month was ever closed. */
const byDefault: BookLock = {
  ...{ id: BOOK, version: 0, closedThrough: undefined, closing: undefined, refusal: undefined },
  ...{ filedThrough: undefined, unfiling: undefined },
}

/** Finds and changes the lock of the book, one record with version and audit. */
export const lockRecords = records<BookLock>({
  ...{ type: 'book-lock', entity: BookLocks, called: 'de gesloten maanden', byDefault },
  ...manageWith('self-billing:manage'),
})

/** Finds the lock of the book, strongly consistent. */
export const findLock = (): Promise<BookLock> => lockRecords.find(BOOK)

/** Returns the state of a month `yyyy-mm`; all months up to a closed one are closed. */
export function stateOf({ closedThrough = '', closing, filedThrough = '' }: BookLock, month: string): PeriodState {
  if (month <= closedThrough) return month <= filedThrough ? 'filed' : 'closed'
  return closing && month <= closing.month ? 'closing' : 'open'
}
