import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type Appointment, appointments } from '../../../shared/contract/appointments.ts'
import { call } from '../../lib/client.ts'
import { Button } from '../../ui/button.tsx'
import { isGone } from './api.ts'
import { type CheckedForm, differences, type FormValues, valuesOf } from './form-values.ts'

interface EditConflictProps {
  readonly form: UseFormReturn<FormValues, unknown, CheckedForm>
  /** The state that was edited. */
  readonly base: Appointment
  /** What the server said. */
  readonly message: string
  /** The user has chosen; saving from here on builds on the newest state. */
  readonly onSettle: (newest: Appointment) => void
}

/**
 * Somebody else saved the appointment first: shows what they changed and lets the user take over the newest values or go
 * on with their own (rulings 15). Own values stay where the user typed, other fields become the newest in both cases.
 */
export function EditConflict({ form, base, message, onSettle }: EditConflictProps) {
  const newest = useQuery({
    queryKey: ['appointment-newest', base.id, base.version],
    queryFn: () => call(appointments.get, { params: { id: base.id } }),
    staleTime: 0,
    gcTime: 0,
  })
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} className="appointments-conflict" role="alert" tabIndex={-1}>
      <p>{message}</p>
      {newest.isPending && <p aria-busy="true">De nieuwste gegevens worden opgehaald…</p>}
      {newest.isError && !isGone(newest.error) && (
        <Button size="small" onClick={() => newest.refetch()}>
          Nieuwste gegevens opnieuw ophalen
        </Button>
      )}
      {isGone(newest.error) && <p>De afspraak is niet meer te vinden. Wat je hebt ingevuld, staat hieronder nog.</p>}
      {newest.data && <Choice form={form} base={base} newest={newest.data} onSettle={onSettle} />}
    </div>
  )
}

interface ChoiceProps extends Omit<EditConflictProps, 'message'> {
  readonly newest: Appointment
}

function Choice({ form, base, newest, onSettle }: ChoiceProps) {
  const changed = differences(base, newest)
  return (
    <>
      {changed.length > 0 && (
        <>
          <p>Dit staat er nu:</p>
          <ul>
            {changed.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      <div className="appointments-conflict-choice">
        <Button
          size="small"
          onClick={() => {
            form.reset(valuesOf(newest))
            onSettle(newest)
          }}
        >
          Nieuwste gegevens laden
        </Button>
        <Button
          size="small"
          onClick={() => {
            form.reset(valuesOf(newest), { keepDirtyValues: true })
            onSettle(newest)
          }}
        >
          Mijn wijzigingen behouden
        </Button>
      </div>
    </>
  )
}
