import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { type Draft, dropDraft, keepDraft, loadDraft } from '../../lib/drafts.ts'
import { useUser } from '../../lib/session.ts'

interface DraftOptions<V extends FieldValues> {
  /** Name of the form on this device, such as `appointment:new` or `appointment:<id>`. */
  readonly name: string
  /** Version of the record in the form; null for a new one. */
  readonly version: number | null
  /** Form values before any input. */
  readonly defaults: V
  /** Fields that are never stored, such as a password. */
  readonly secrets: readonly string[]
  /** Fields that the opener of the form filled in; a draft does not replace them. */
  readonly given: readonly string[]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/**
 * Stores the input of a form on this device, except `secrets`, and restores it when the form opens again. Returns the
 * restored draft (`restored`), or null without one. `discard` deletes the draft and puts back `defaults`; `forget`
 * deletes it and stores nothing more.
 */
export function useDraft<V extends FieldValues, Out>(form: UseFormReturn<V, unknown, Out>, options: DraftOptions<V>) {
  const userId = useUser().id
  const { name } = options
  const [restored, setRestored] = useState<Draft | null>(null)
  const ended = useRef(false)
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    const { defaults, secrets, given } = latest.current
    const draft = loadDraft(userId, name)
    if (draft) {
      const values = Object.entries(draft.values).filter(
        ([field, value]) =>
          field in defaults && ![...secrets, ...given].includes(field) && !isSame(value, defaults[field]),
      )
      for (const [field, value] of values) {
        form.setValue(field as FieldPath<V>, value as FieldPathValue<V, FieldPath<V>>, { shouldDirty: true })
      }
      if (values.length > 0) setRestored(draft)
    }

    function keep(values: FieldValues): void {
      if (ended.current) return
      const { version, defaults, secrets } = latest.current
      const typed = Object.entries(values).filter(([field]) => !secrets.includes(field))
      const changed = typed.filter(([field, value]) => !isSame(value, defaults[field]))
      if (changed.length === 0) dropDraft(userId, name)
      else {
        const kept = Object.fromEntries(version === null ? typed : changed)
        keepDraft(userId, name, { at: Date.now(), version, values: kept })
      }
    }
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [form, name, userId])

  const forget = useCallback(() => {
    ended.current = true
    dropDraft(userId, name)
  }, [name, userId])

  function discard(): void {
    form.reset(options.defaults as DefaultValues<V>)
    dropDraft(userId, name)
    setRestored(null)
  }

  return { restored, forget, discard }
}
