import { zodResolver } from '@hookform/resolvers/zod'
import {
  createContext,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useController,
  useForm,
  useFormState,
} from 'react-hook-form'
import type * as z from 'zod'
import { Button, type ButtonProps } from '../buttons/button.tsx'
import { Field, type FieldProps } from './field.tsx'
import './form.css'
import '../layout/text.css'
import { isSubmitKey } from '../keys.ts'
import { collectErrorTexts, readServerErrors } from './form-errors.ts'

export type FormSchema = z.ZodType<FieldValues, FieldValues>

/**
 * Returns a form that validates its fields with a schema. Fields have the input type of the schema; submitting gives
 * its output type.
 */
export function useZodForm<S extends FormSchema>(
  schema: S,
  options: { defaultValues: DefaultValues<z.input<S>> },
): UseFormReturn<z.input<S>, unknown, z.output<S>> {
  return useForm<z.input<S>, unknown, z.output<S>>({
    resolver: zodResolver(schema),
    defaultValues: options.defaultValues,
    shouldFocusError: false,
  })
}

/** State of the form around: set while it waits before it can be sent. */
const Waiting = createContext<readonly [boolean, (isWaiting: boolean) => void]>([false, () => {}])

/** Lets the form around wait with sending, as for a file that is uploaded. */
export function useFormWaiting(isWaiting: boolean): void {
  const [, setWaiting] = useContext(Waiting)
  useEffect(() => {
    setWaiting(isWaiting)
    return () => setWaiting(false)
  }, [isWaiting, setWaiting])
}

/** Names of the fields on the screen; errors of other fields are shown above the form. */
const ShownFields = createContext<Set<string>>(new Set())

interface FormProps<V extends FieldValues, Out> {
  readonly form: UseFormReturn<V, unknown, Out>
  /** Sends the form; a thrown error with `errors: {field: [text]}` puts each text under its field (rulings 11). */
  readonly onSubmit: (values: Out) => unknown
  /** Called with a failure that names no field. Without `onFailure`, the text of the failure stands above the form. */
  readonly onFailure?: (error: unknown) => void
  readonly id?: string
  readonly className?: string
  readonly children: ReactNode
}

/**
 * Shows a form that cannot be sent twice at once. When sending fails, it keeps the input and focuses the first wrong
 * field, or the errors above the form.
 */
export function Form<V extends FieldValues, Out>(props: FormProps<V, Out>) {
  const { form, onSubmit, onFailure, children } = props
  const element = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const shown = useMemo(() => new Set<string>(), [])
  const [formErrors, setFormErrors] = useState<string[]>([])
  const [failures, setFailures] = useState(0)
  const waiting = useState(false)

  useEffect(() => {
    if (failures > 0) focusFirstError(element.current)
  }, [failures])

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    event.stopPropagation()
    if (sending.current) return
    sending.current = true
    const texts: string[] = []
    let failed = false
    try {
      await form.handleSubmit(
        async (values) => {
          try {
            await onSubmit(values)
          } catch (error) {
            failed = true
            texts.push(...placeErrors(error))
          }
        },
        (errors) => {
          failed = true
          texts.push(...collectErrorTexts(errors, (name) => shown.has(name)))
        },
      )()
    } finally {
      sending.current = false
    }
    setFormErrors(texts)
    if (failed) setFailures((count) => count + 1)
  }

  /**
   * Puts the texts of the server under their fields; returns those without a field on screen. An error that names no
   * field goes to `onFailure`, or its message is returned.
   */
  function placeErrors(error: unknown): string[] {
    const { message, fields } = readServerErrors(error)
    const withoutField: string[] = []
    for (const [name, texts] of Object.entries(fields)) {
      if (shown.has(name)) form.setError(name as FieldPath<V>, { type: 'server', message: texts.join(' ') })
      else withoutField.push(...texts)
    }
    if (Object.keys(fields).length > 0) return withoutField
    if (onFailure === undefined) return [message]
    onFailure(error)
    return []
  }

  return (
    <FormProvider {...form}>
      <ShownFields value={shown}>
        <Waiting value={waiting}>
          <form
            ref={element}
            id={props.id}
            className={props.className ?? 'pv-form'}
            noValidate
            onSubmit={send}
            onKeyDown={sendByKeys}
          >
            {formErrors.length > 0 && (
              <div className="pv-form-error pv-text-13 pv-weight-medium pv-color-bad" role="alert" tabIndex={-1}>
                {formErrors.map((text) => (
                  <p key={text}>{text}</p>
                ))}
              </div>
            )}
            {children}
          </form>
        </Waiting>
      </ShownFields>
    </FormProvider>
  )
}

/**
 * Sends a form on Ctrl or ⌘ with Enter, unless the key was pressed in a layer over the form, or its button is disabled,
 * as while a file is uploaded.
 */
function sendByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  const { currentTarget: form, target } = event
  if (!isSubmitKey(event) || !(target instanceof Node && form.contains(target))) return
  event.preventDefault()
  if (!form.querySelector('[type=submit]:disabled')) form.requestSubmit()
}

function focusFirstError(form: HTMLFormElement | null): void {
  const target = form?.querySelector<HTMLElement>('[aria-invalid="true"]:not([disabled])')
  const fallback = form?.querySelector<HTMLElement>('.pv-form-error')
  // A group of choices cannot have focus itself, so its first input gets focus.
  ;(target?.querySelector('input') ?? target ?? fallback)?.focus()
}

/** Value and handlers that `FormField` passes to its control, such as a `TextInput`, which accepts them as props. */
export interface BoundField<T> {
  readonly name: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly onBlur: () => void
  readonly ref: (element: HTMLElement | null) => void
}

export interface FormFieldProps<V extends FieldValues, Out, N extends FieldPath<V>>
  extends Omit<FieldProps, 'error' | 'children'> {
  readonly form: UseFormReturn<V, unknown, Out>
  readonly name: N
  readonly children: (field: BoundField<FieldPathValue<V, N>>) => ReactNode
}

/**
 * Shows one field of a form with label, hint and error: `<FormField form={form} name="city" label="Plaats">{(field) =>
 * <TextInput {...field} />}</FormField>`.
 */
export function FormField<V extends FieldValues, Out, N extends FieldPath<V>>(props: FormFieldProps<V, Out, N>) {
  const { form, name, children, ...rest } = props
  const { field, fieldState } = useController({ control: form.control, name })
  const shown = useContext(ShownFields)
  useEffect(() => {
    shown.add(name)
    return () => {
      shown.delete(name)
    }
  }, [shown, name])
  return (
    <Field {...rest} error={fieldState.error?.message}>
      {children(field)}
    </Field>
  )
}

/** Shows the primary button that submits a form; it is busy while the form is sent, and disabled while it waits. */
export function SubmitButton({ disabled = false, ...props }: Omit<ButtonProps, 'type' | 'busy' | 'onClick'>) {
  const { isSubmitting } = useFormState()
  const [isWaiting] = useContext(Waiting)
  return <Button tone="primary" {...props} type="submit" disabled={disabled || isWaiting} busy={isSubmitting} />
}
