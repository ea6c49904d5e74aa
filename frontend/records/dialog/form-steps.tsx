import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'
import { classNames } from '../../ui/class-names.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './form-steps.module.css'

/** Step of a long form. */
export interface FormStep<C> {
  readonly title: string
  /** Names of the fields in the step, to find errors. */
  readonly fields: readonly string[]
  readonly content: C
}

/**
 * Returns the index of the current step (`at`), which steps have errors (`wrong`), and functions to change the step.
 * `next` continues once the current step has no errors. A submit with errors goes to the first step that has one.
 */
export function useFormSteps<V extends FieldValues, Out>(
  form: UseFormReturn<V, unknown, Out>,
  steps: readonly FormStep<unknown>[],
) {
  const [at, setAt] = useState(0)
  const { errors, submitCount } = form.formState
  const wrong = steps.map(({ fields }) => fields.some((name) => get(errors, name) !== undefined))
  const latest = useRef(wrong)
  useLayoutEffect(() => {
    latest.current = wrong
  })

  useEffect(() => {
    const first = latest.current.indexOf(true)
    if (submitCount > 0 && first >= 0) setAt(first)
  }, [submitCount])

  async function next(): Promise<void> {
    const fields = (steps[at]?.fields ?? []) as Path<V>[]
    if (await form.trigger(fields, { shouldFocus: true })) setAt(at + 1)
  }

  return { at, wrong, next, goTo: setAt, isLast: at >= steps.length - 1 }
}

/** Current step of a form, with functions to change it. */
export type FormMove = ReturnType<typeof useFormSteps>

interface FormStepsProps {
  readonly steps: readonly FormStep<ReactNode>[]
  readonly move: FormMove
  /** Set when later steps can be opened directly: the form edits a saved record, so it was valid when saved. */
  readonly isOpen: boolean
}

/**
 * Shows the titles of the steps of a long form, and the fields of the current step. The other steps keep their input.
 * With `isOpen`, later steps can be opened directly. Enter in the last field goes to the next step, and in the last step
 * submits the form.
 */
export function FormSteps({ steps, move: { at, wrong, next, goTo, isLast }, isOpen }: FormStepsProps) {
  const pane = useRef<HTMLFieldSetElement>(null)
  const before = useRef(at)
  useEffect(() => {
    if (before.current === at) return
    before.current = at
    const field = pane.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? firstField(pane.current)
    field?.focus()
  }, [at])
  return (
    <>
      <Row as="ol" gap={6} align="stretch" className={styles.steps} aria-label="Stappen">
        {steps.map(({ title }, index) => (
          <li key={title} className="pv-grow">
            <Text
              type="button"
              as="button"
              size={12}
              weight="strong"
              color="muted"
              overflow="truncate"
              className={classNames(styles.step, index < at && styles.stepDone, wrong[index] && styles.stepWrong)}
              aria-current={index === at ? 'step' : undefined}
              disabled={index > at && !isOpen}
              onClick={() => goTo(index)}
            >
              {title}
            </Text>
          </li>
        ))}
      </Row>
      {steps.map(({ title, content }, index) => (
        <fieldset
          key={title}
          ref={index === at ? pane : undefined}
          className={styles.stepPane}
          hidden={index !== at}
          aria-label={title}
          onKeyDown={(event) => focusNextField(event, isLast ? undefined : next)}
        >
          {content}
        </fieldset>
      ))}
    </>
  )
}

const FIELDS = 'input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [role="combobox"]'

const firstField = (pane: HTMLElement | null) => pane?.querySelector<HTMLElement>(FIELDS)

/**
 * Moves focus to the next field on Enter, or calls `onEnd` after the last field. Without `onEnd`, the last field
 * submits the form. A radio group counts as one field: its chosen option, else its first.
 */
function focusNextField(event: KeyboardEvent<HTMLElement>, onEnd: (() => unknown) | undefined): void {
  const { currentTarget: pane, target } = event
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
  const isSending = event.ctrlKey || event.metaKey
  if (event.key !== 'Enter' || isSending || event.defaultPrevented || !isField || !pane.contains(target)) return
  const fields = [...pane.querySelectorAll<HTMLElement>(FIELDS)].filter((field) => field === target || isReached(field))
  const next = fields[fields.indexOf(target) + 1]
  if (!next && !onEnd) return
  event.preventDefault()
  if (next) next.focus()
  else onEnd?.()
}

const isReached = (field: HTMLElement) =>
  !(field instanceof HTMLInputElement) || field.type !== 'radio' || field.checked || isFirstOfUnchosen(field)

/** Tells whether an option is the first of a radio group without a choice. */
function isFirstOfUnchosen(field: HTMLInputElement): boolean {
  const choices = [...document.getElementsByName(field.name)] as HTMLInputElement[]
  return choices[0] === field && choices.every(({ checked }) => !checked)
}
