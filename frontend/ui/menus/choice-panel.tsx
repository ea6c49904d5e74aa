import { Check } from 'lucide-react'
import type { RefObject } from 'react'
import { type Tone, toneClassOf } from '../display/badge.tsx'
import { ActionPanel } from './action-panel.tsx'
import './choice-menu.css'
import { classNames } from '../class-names.ts'

/** State that a record may have, with its label and colour. */
export interface Choice<V extends string> {
  readonly value: V
  readonly label: string
  readonly tone: Tone
}

interface ChoicePanelProps<V extends string> {
  readonly id: string
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly label: string
  /** Present choice; null when there is none, or several. */
  readonly value: V | null
  readonly choices: readonly Choice<V>[]
  readonly onChoose: (value: V) => void
  readonly onClose: () => void
}

/** Shows the states that a `ChoiceMenu` or a bulk action offers. Mounted only while open. */
export function ChoicePanel<V extends string>({ choices, value, onChoose, ...panel }: ChoicePanelProps<V>) {
  return (
    <ActionPanel {...panel}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className={classNames('pv-menu-item', toneClassOf(choice.tone))}
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
        >
          <span className="pv-dot" aria-hidden="true" />
          {choice.label}
          {choice.value === value && <Check aria-hidden="true" className="pv-choice-current" />}
        </button>
      ))}
    </ActionPanel>
  )
}
