import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { Badge } from '../display/badge.tsx'
import { onDemand } from '../on-demand.tsx'
import './choice-menu.css'
import type { Choice } from './choice-panel.tsx'

const ChoicePanel = onDemand(() => import('./choice-panel.tsx').then((m) => m.ChoicePanel))

interface ChoiceMenuProps<V extends string> {
  /** Name for a screen reader: `Status van Jansen`. */
  readonly label: string
  readonly value: V
  /** Text of the button, where the state is shown elsewhere. */
  readonly text?: string | undefined
  readonly choices: readonly Choice<V>[]
  readonly busy?: boolean
  /** Called when a choice other than the present one is made. */
  readonly onChoose: (value: V) => void
}

/** Shows the state of a record as a badge; a click opens a list to choose another state. */
export function ChoiceMenu<V extends string>({
  label,
  value,
  text,
  choices,
  busy = false,
  onChoose,
}: ChoiceMenuProps<V>) {
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const chosen = choices.find((choice) => choice.value === value) ?? choices[0]
  if (!chosen) return null

  function choose(next: V): void {
    setOpen(false)
    button.current?.focus()
    if (next !== value) onChoose(next)
  }

  return (
    <>
      <Button
        ref={button}
        tone={text ? 'secondary' : 'ghost'}
        size={text ? 'normal' : 'small'}
        className={text ? '' : 'pv-choice'}
        busy={busy}
        aria-label={`${label}: ${chosen.label}. ${text ?? 'Wijzigen'}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        {text ?? <Badge tone={chosen.tone}>{chosen.label}</Badge>}
        <ChevronDown aria-hidden="true" />
      </Button>
      {open && (
        <ChoicePanel
          id={panelId}
          anchor={button}
          label={label}
          value={value}
          choices={choices}
          onChoose={(next) => choose(next as V)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
