import { type ProjectType, projectTypeLabels, projectTypes } from '../../../shared/api/schemas/costs.ts'
import { formatWeekday } from '../../lib/format.ts'
import { daysOf } from './weeks.ts'

/** Cell of the week grid: a day and a type of work. */
export interface Cell {
  readonly date: string
  readonly projectType: ProjectType
}

/** Change of one cell, as the API takes it. */
export type CellChange = Cell & { readonly hours: number | null; readonly description?: string | null }

/** Returns the key of a cell in maps and stored drafts: `2026-11-19 sales`. */
export const cellKeyOf = ({ date, projectType }: Cell): string => `${date} ${projectType}`

/** Reads a cell from its key; null for any other text. */
export function parseCellKey(key: string): Cell | null {
  const [date = '', type = ''] = key.split(' ')
  const projectType = projectTypes.find((one) => one === type)
  return projectType && /^\d{4}-\d\d-\d\d$/.test(date) ? { date, projectType } : null
}

/** Returns the name of a cell on screen: `Sales, do 19 nov`. */
export const cellNameOf = ({ date, projectType }: Cell): string =>
  `${projectTypeLabels[projectType]}, ${formatWeekday(date)}`

/** Returns the cells of a day, one for each type of work. */
export const cellsOfDay = (date: string): Cell[] => projectTypes.map((projectType) => ({ date, projectType }))

/** Returns the cells of a type of work, one for each day of a week. */
export const cellsOfType = (monday: string, projectType: ProjectType): Cell[] =>
  daysOf(monday).map((date) => ({ date, projectType }))
