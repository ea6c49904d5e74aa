import { dateText } from '../../shared/time.ts'
import { ERASED_NAME } from '../records/erasing.ts'
import type { CommissionRow } from './commission-entity.ts'

/** Returns the Dutch text of a commission on documents and in the journal: kind, customer and date. */
export const textOf = ({ type, customerName, date }: CommissionRow) =>
  `${type === 'sale' ? 'Sale' : 'Afspraak'} ${customerName} (${dateText(date)})`

/** Takes the customer out of a text that `textOf` made; leaves any other text as it is. */
export const withoutCustomer = (text: string): string =>
  text.replace(/(Sale|Afspraak) .*(?= \(\d\d-\d\d-\d{4}\)$)/, `$1 ${ERASED_NAME}`)
