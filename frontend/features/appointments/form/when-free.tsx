import { useId, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { mayBeGivenWork } from '../../../../shared/access.ts'
import { isLocalDate, isTime, localDateOf, localTimeOf, now } from '../../../../shared/time.ts'
import { bookedQuarters, distanceAt, isFreeAt, useClashWarning, useFreeTimes } from '../../../domains/appointments.ts'
import { FreeOffers, FreeTimeOffers } from '../../../domains/free-offers.tsx'
import { formatDistance, formatWeekday, fullNameOf } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { LiveNote } from '../../../ui/messages/live-note.tsx'
import styles from '../appointments.module.css'
import { useAgentChoice } from './agent-fields.tsx'
import type { CheckedForm, FormValues } from './form-values.ts'

interface WhenFreeProps {
  readonly form: UseFormReturn<FormValues, unknown, CheckedForm>
  /** Id of the appointment being changed, whose own time does not count as taken; undefined for a new one. */
  readonly except: string | undefined
}

/** Maximum number of free agents whose names are shown. */
const MOST_NAMED = 5
/** Number of kilometres beyond every distance in the country. */
const FAR = 1000

/**
 * Warns when the agent is busy or the check failed; offers free agents, who is nearest to the customer first, the next
 * free times and all free times of the day, of which the nearest are marked. Never blocks saving. The time of the
 * appointment in the form (`except`) counts as free.
 */
export function AvailabilityHelp({ form, except }: WhenFreeProps) {
  const user = useUser()
  const [chosen, date, time, postalCode] = form.watch([
    ...(['agentId', 'appointmentDate', 'appointmentTime', 'postalCode'] as const),
  ])
  const agentId = (user.role === 'agent' ? user.id : chosen) || undefined
  const isDay = isLocalDate(date)
  const isMoment = isDay && isTime(time)
  const { warning } = useClashWarning(isMoment && agentId ? { agentId, date, time, except } : null)
  const agents = useOffered(form, agentId)
  const free = useFreeTimes(
    isDay
      ? { agentIds: agents.map(({ id }) => id), date, time: isTime(time) ? time : undefined, except, postalCode }
      : null,
  )
  const known = free.data ?? []
  const own = known.find(({ id }) => id === agentId)
  const others = isMoment ? rankFree(known, time).filter(({ id }) => id !== agentId) : []
  const nameOf = (id: string) => fullNameOf(agents.find((agent) => agent.id === id))
  const set = (name: 'agentId' | 'appointmentTime' | 'appointmentDate', value: string) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const isAsked = warning !== null || (agentId === undefined && isMoment)
  return (
    <>
      <LiveNote lines={1} tone="warn">
        {warning}
      </LiveNote>
      {isAsked && others.length > 0 && (
        <FreeOffers
          label={`Vrij om ${time}${others[0]?.distance == null ? '' : ' (hemelsbreed van een afspraak)'}`}
          offers={others.slice(0, MOST_NAMED).map(({ id, distance }) => ({
            value: id,
            text: distance === null ? nameOf(id) : `${nameOf(id)} · ${shortDistance(distance)}`,
          }))}
          onChoose={(id) => set('agentId', id)}
        />
      )}
      {warning !== null && own && (
        <FreeTimeOffers
          date={date}
          next={own.next}
          onChoose={(next) => {
            set('appointmentDate', next.date)
            set('appointmentTime', next.time)
          }}
        />
      )}
      {isDay && known.length > 0 && (
        <Quarters
          title={`Vrije tijden ${own ? `van ${agentId === user.id ? 'jou' : nameOf(own.id)} ` : ''}op ${formatWeekday(date)}`}
          date={date}
          agents={own ? [own] : known}
          time={time}
          onChoose={(next) => set('appointmentTime', next)}
        />
      )}
    </>
  )
}

const shortDistance = (kilometres: number): string => (kilometres === 0 ? 'dichtbij' : `${kilometres} km`)

/**
 * Returns the agents who are free at a time, with the kilometres from their appointment before or after it to the
 * customer: the nearest first, those of unknown distance last.
 */
const rankFree = (agents: QuartersProps['agents'], time: string) =>
  agents
    .filter(({ taken }) => isFreeAt(time, taken))
    .map(({ id, taken, kilometres }) => ({ id, distance: distanceAt(time, taken, kilometres) }))
    .sort((one, other) => (one.distance ?? FAR) - (other.distance ?? FAR))

/**
 * Returns the people whose agendas are checked: the chosen agent, then that agent's team, then other teams. A user who
 * is an agent gets only themselves.
 */
function useOffered(form: WhenFreeProps['form'], agentId: string | undefined) {
  const user = useUser()
  const { people } = useAgentChoice(form)
  if (user.role === 'agent') return [user]
  const chosen = people.find(({ id }) => id === agentId)
  const rank = ({ id, teamId }: (typeof people)[number]) => (id === agentId ? 0 : teamId === chosen?.teamId ? 1 : 2)
  return people
    .filter(({ id, role }) => id === agentId || mayBeGivenWork(role))
    .sort((one, other) => rank(one) - rank(other))
}

interface QuartersProps {
  readonly title: string
  readonly date: string
  readonly agents: readonly {
    readonly id: string
    readonly taken: readonly string[]
    readonly kilometres: readonly (number | null)[]
  }[]
  readonly time: string
  readonly onChoose: (time: string) => void
}

/**
 * Shows the quarter hours of a day to choose from; for several agents, each with the number of agents who are free. For
 * one agent the free times nearest to the customer have their kilometres, unless all are equally near.
 */
function Quarters({ title, date, agents, time, onChoose }: QuartersProps) {
  const name = useId()
  const [isOpen, setOpen] = useState(false)
  const at = now()
  const isOver = (quarter: string) => `${date} ${quarter}` <= `${localDateOf(at)} ${localTimeOf(at)}`
  const shown = bookedQuarters.map((quarter) => {
    const free = isOver(quarter) ? [] : agents.filter(({ taken }) => isFreeAt(quarter, taken))
    const [only] = agents.length === 1 ? free : []
    return { quarter, count: free.length, distance: only ? distanceAt(quarter, only.taken, only.kilometres) : null }
  })
  const least = Math.min(...shown.map(({ distance }) => distance ?? Number.POSITIVE_INFINITY))
  const marks = shown.some(({ count, distance }) => count > 0 && distance !== least)
  return (
    <details className="pv-fold" onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <Row as="summary" gap={8} size={13} weight="strong">
        {title}
        {Number.isFinite(least) && <Text color="soft"> · {formatDistance(least)} van een afspraak</Text>}
      </Row>
      {isOpen && (
        <fieldset className={styles.quarters}>
          <legend className="pv-hidden">{title}</legend>
          {shown.map(({ quarter, count, distance }) => (
            <label key={quarter} className={classNames(styles.quarter, 'pv-middle pv-text-12 pv-tabular')}>
              <input
                type="radio"
                className="pv-hidden"
                aria-label={
                  agents.length > 1
                    ? `${quarter}, ${count} vrij`
                    : [quarter, distance === null ? [] : formatDistance(distance)].flat().join(', ')
                }
                name={name}
                value={quarter}
                disabled={count === 0}
                checked={time === quarter}
                onChange={() => onChoose(quarter)}
              />
              <span>{quarter}</span>
              {agents.length > 1 && <Text size={11}>{count} vrij</Text>}
              {marks && distance !== null && distance === least && <Text size={11}>{shortDistance(distance)}</Text>}
            </label>
          ))}
        </fieldset>
      )}
    </details>
  )
}
