import { CalendarDays } from 'lucide-react'
import { type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { useField } from '../fields/field.tsx'
import { TextInput } from '../fields/text-input.tsx'
import { onDemand } from '../on-demand.tsx'
import { today } from './calendar-days.ts'
import { formatTypedDate, parseSpokenDate, parseTypedDate } from './date-text.ts'
import './date-field.css'

const DatePanel = onDemand(() => import('./date-panel.tsx').then((m) => m.default))

interface DateFieldProps {
  /** Date, `yyyy-mm-dd`; empty when there is none. */
  readonly value: string | null | undefined
  /** Called with `yyyy-mm-dd`, an empty text, or the typed text when it is not a date. */
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly name?: string
  /** First day that the calendar offers, `yyyy-mm-dd`; a typed date may be earlier. */
  readonly min?: string
  /** Last day that the calendar offers, `yyyy-mm-dd`; a typed date may be later. */
  readonly max?: string
  readonly disabled?: boolean
  readonly placeholder?: string
  readonly ref?: Ref<HTMLInputElement>
  readonly 'aria-label'?: string
}

/**
 * Shows a field for a date, typed as `21-11-2026` or as people say it (`morgen`, `23-11`). Alt + arrow down opens a
 * calendar to choose it from.
 */
export function DateField(props: DateFieldProps) {
  const { value, onChange, onBlur, min, max, ref, placeholder = 'dd-mm-jjjj', ...rest } = props
  const { text, type, settle, set } = useDateText(value ?? '', onChange)
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const panelId = useId()
  useImperativeHandle(ref, () => input.current as HTMLInputElement)

  function choose(date: string): void {
    set(date)
    setOpen(false)
    input.current?.focus()
  }

  return (
    <div ref={anchor}>
      <TextInput
        {...rest}
        ref={input}
        inputMode="numeric"
        placeholder={placeholder}
        value={text}
        onChange={type}
        onBlur={() => {
          settle()
          onBlur?.()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
          if (event.key !== 'ArrowDown' || !event.altKey) return
          event.preventDefault()
          setOpen(true)
        }}
        end={
          <IconButton
            size="small"
            label="Kalender openen"
            icon={<CalendarDays />}
            // Alt with arrow down opens the calendar by keyboard, so Tab goes from field to field.
            tabIndex={-1}
            aria-haspopup="dialog"
            aria-expanded={open}
            disabled={props.disabled ?? false}
            onClick={() => setOpen(!open)}
          />
        }
      />
      {open && (
        <DatePanel
          id={panelId}
          anchor={anchor}
          input={input}
          value={parseTypedDate(value ?? '') ?? ''}
          min={min}
          max={max}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

/**
 * Keeps the text of a date while it is typed. `settle` reads what is typed, also as people say it, and reports what is
 * no date; `set` replaces the text by a date.
 */
function useDateText(value: string, onChange: (value: string) => void) {
  const { reportProblem } = useField()
  const [draft, setDraft] = useState<string | null>(null)
  // False once the value changes from outside.
  const isOwn = draft !== null && (parseTypedDate(draft) ?? draft.trim()) === value

  function type(text: string): void {
    setDraft(text)
    const date = parseTypedDate(text)
    if (date !== null || text.trim() === '') reportProblem(null)
    onChange(date ?? text.trim())
  }

  function settle(): void {
    const typed = draft?.trim() ?? ''
    const date = typed === '' ? null : parseSpokenDate(typed, today())
    const unreadable = typed !== '' && date === null
    reportProblem(unreadable ? 'Vul een bestaande datum in, zoals 21-11-2026' : null)
    if (!unreadable) setDraft(null)
    if (date !== null && date !== value) onChange(date)
  }

  function set(date: string): void {
    reportProblem(null)
    setDraft(null)
    onChange(date)
  }

  return { text: isOwn ? draft : formatTypedDate(value), type, settle, set }
}
