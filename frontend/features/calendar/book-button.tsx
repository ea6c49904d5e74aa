import { Plus } from 'lucide-react'
import type { MouseEvent } from 'react'
import { formatWeekday } from '../../lib/format.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { type Slot, timeOf } from './entries.ts'
import styles from './table.module.css'

interface BookButtonProps {
  readonly slot: Slot
  readonly isActive: boolean
  readonly onBook: (event: MouseEvent<HTMLElement>) => void
  readonly onMouseMove?: (event: MouseEvent<HTMLElement>) => void
}

/**
 * Shows a button in the free space of a calendar cell, which books an appointment there. The Tab key reaches it if
 * `isActive`.
 */
export function BookButton({ slot, isActive, onBook, onMouseMove }: BookButtonProps) {
  return (
    <Row
      type="button"
      as="button"
      align="end"
      justify="center"
      color="soft"
      className={styles.book}
      data-stop=""
      tabIndex={isActive ? 0 : -1}
      aria-label={`Nieuwe afspraak op ${placeText(slot)}`}
      onClick={onBook}
      onMouseMove={onMouseMove}
    >
      <Plus aria-hidden="true" />
    </Row>
  )
}

function placeText(slot: Slot): string {
  const time = timeOf(slot)
  const agent = slot.agent ? ` bij ${slot.agent.name}` : ''
  if (slot.hour === 'outside') return `${formatWeekday(slot.date)} buiten deze uren${agent}`
  return `${formatWeekday(slot.date)}${time === undefined ? '' : ` om ${time}`}${agent}`
}
