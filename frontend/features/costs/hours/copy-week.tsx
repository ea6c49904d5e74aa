import { Copy } from 'lucide-react'
import { useState } from 'react'
import { showFailure } from '../../../records/failure.ts'
import { BarButton } from '../../../ui/buttons/bar-button.tsx'
import { addDays } from '../../../ui/dates/calendar-days.ts'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { loadWeek, type PersonFilter } from '../api.ts'
import { weekNumber } from '../weeks.ts'
import { hoursText } from './hours-text.ts'
import { findReplacedCells, replaceCells } from './paste.ts'
import type { Sheet } from './sheet.ts'

interface CopyWeekProps {
  readonly whose: PersonFilter
  readonly monday: string
  readonly sheet: Sheet
}

type Filled = Parameters<typeof findReplacedCells>[1]

const cellsText = (count: number) => (count === 1 ? '1 cel' : `${count} cellen`)

const replacedText = (count: number, week: string): string =>
  `${cellsText(count)} met uren ${count === 1 ? 'krijgt' : 'krijgen'} de uren van ${week.toLowerCase()}.`

/** Shows a button that copies the hours of the previous week into this one; asks first when that replaces hours. */
export function CopyWeek({ whose, monday, sheet }: CopyWeekProps) {
  const [toConfirm, setToConfirm] = useState<Filled | null>(null)
  const from = addDays(monday, -7)
  const name = `Week ${weekNumber(from)}`

  async function copy(): Promise<void> {
    try {
      const entries = await loadWeek(whose, from)
      if (entries.length === 0) return toast({ title: `${name} heeft geen uren`, tone: 'info' })
      const cells = entries.map(({ date, projectType, hours }) => ({
        date: addDays(date, 7),
        projectType,
        text: hoursText(hours),
      }))
      if (findReplacedCells(sheet, cells).length > 0) setToConfirm(cells)
      else fill(cells)
    } catch (error) {
      showFailure(error, { fallback: `${name} kon niet worden geladen.` })
    }
  }

  const fill = (cells: Filled) => replaceCells(sheet, cells, `${name} gekopieerd: ${cellsText(cells.length)}`)

  return (
    <>
      <BarButton label={`${name} kopiëren`} icon={<Copy />} onClick={copy} />
      {toConfirm && (
        <Confirm
          onOpenChange={() => setToConfirm(null)}
          title={`Uren van week ${weekNumber(monday)} vervangen?`}
          description={replacedText(findReplacedCells(sheet, toConfirm).length, name)}
          confirmText="Vervangen"
          onConfirm={() => fill(toConfirm)}
        />
      )}
    </>
  )
}
