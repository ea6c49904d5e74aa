import { Ellipsis } from 'lucide-react'
import type { CSSProperties, DragEvent } from 'react'
import { Link } from 'react-router-dom'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import { statusTones } from '../../domains/appointments.ts'
import { rememberDialogOrigin } from '../../lib/dialog-origin.ts'
import { fullNameOf } from '../../lib/format.ts'
import { classNames } from '../../ui/class-names.ts'
import { toneClassOf } from '../../ui/display/badge.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { useCalendar } from './calendar-context.ts'
import styles from './entries.module.css'
import type { Entry } from './entries.ts'

interface EntryProps {
  readonly entry: Entry
  readonly isActive: boolean
  /** Look of the entry: a line in the month view, a block in the week and day views. */
  readonly look: 'line' | 'block'
  /** Set to name the agent in a block, which is the default; false in a column of one agent. */
  readonly agentShown?: boolean
  readonly style?: CSSProperties
}

/**
 * Shows an appointment in a cell as a line or block (`look`): a link. A user who may edit it can drag it and open its
 * menu. The Tab key reaches link and menu if `isActive`.
 */
export function EntryView({ entry, isActive, look, agentShown = true, style }: EntryProps) {
  const { linkTo, mayEdit, onMenu, onDrag } = useCalendar()
  const { appointment, time } = entry
  const { id, customerName, city, agent, status } = appointment
  const isMine = mayEdit(entry)
  const label = [customerName, fullNameOf(agent), city, statusLabels[status]].filter(Boolean).join(' · ')

  function drag(event: DragEvent): void {
    event.dataTransfer.setData('text/plain', `${time} ${customerName}`)
    event.dataTransfer.effectAllowed = 'move'
    onDrag(entry, event.clientY - event.currentTarget.getBoundingClientRect().top)
  }

  return (
    <li
      className={classNames(
        styles.entry,
        look === 'line' ? styles.entryLine : styles.entryBlock,
        status === 'cancelled' && styles.entryOff,
        toneClassOf(statusTones[status]),
      )}
      style={style}
    >
      <Row
        to={linkTo(entry)}
        as={Link}
        gap={6}
        size={12}
        color="default"
        className={styles.entryLink}
        data-stop=""
        data-appointment={id}
        data-tip={`${time} ${label}`}
        tabIndex={isActive ? 0 : -1}
        draggable={isMine}
        onClick={rememberDialogOrigin}
        onDragStart={drag}
        onDragEnd={() => onDrag(null)}
        onContextMenu={(event) => {
          if (!isMine) return
          event.preventDefault()
          onMenu(entry, event.currentTarget)
        }}
      >
        <span className="pv-dot" aria-hidden="true" />
        <Text color="muted" tabular rigid className={styles.entryTime}>
          {time}
        </Text>
        <Text weight="medium" overflow="truncate" className={styles.entryName}>
          {customerName}
        </Text>
        {look === 'block' && agentShown && (
          <Text overflow="truncate" className={styles.entryAgent}>
            {fullNameOf(agent)}
          </Text>
        )}
        {look === 'block' && city && (
          <Text overflow="truncate" className={styles.entryPlace}>
            {city}
          </Text>
        )}
        {look === 'block' && !agentShown ? (
          <Text weight="medium" overflow="truncate" className={styles.entryStatus}>
            {statusLabels[status]}
          </Text>
        ) : (
          <span className="pv-hidden">{statusLabels[status]}</span>
        )}
      </Row>
      {isMine && (
        <button
          type="button"
          className={styles.entryMenu}
          tabIndex={isActive ? 0 : -1}
          aria-haspopup="dialog"
          aria-label={`Acties voor ${customerName}, ${time}`}
          onClick={(event) => onMenu(entry, event.currentTarget)}
        >
          <Ellipsis aria-hidden="true" size={14} />
        </button>
      )}
    </li>
  )
}
