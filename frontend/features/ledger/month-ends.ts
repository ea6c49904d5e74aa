import { lastDayOf } from '../../domains/closing/steps.ts'

const shortDay = new Intl.DateTimeFormat('nl-NL', { day: 'numeric', month: 'short', timeZone: 'UTC' })

const textOf = (date: string) => shortDay.format(new Date(date)).replace('.', '')

/** Returns the label of the opening balance of a month `yyyy-mm`: `Open 1 okt`. */
export const labelOfOpening = (month: string): string => `Open ${textOf(`${month}-01`)}`

/** Returns the label of the closing balance of a month `yyyy-mm`: `Open 31 okt`. */
export const labelOfClosing = (month: string): string => `Open ${textOf(lastDayOf(month))}`
