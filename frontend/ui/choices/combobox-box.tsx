import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { onDemand } from '../on-demand.tsx'
import './combobox.css'
import '../layout/layout.css'
import '../layout/text.css'
import { useField } from '../fields/field.tsx'
import type { ComboboxPanelProps } from './combobox-panel.tsx'

const ComboboxPanel = onDemand(() => import('./combobox-panel.tsx').then((m) => m.default))

type OfPanel = 'options' | 'values' | 'searchPlaceholder' | 'remote' | 'source' | 'onChoose'

interface ComboboxBoxProps {
  readonly button: RefObject<HTMLButtonElement | null>
  /** Typed text; null while the panel is closed. */
  readonly search: string | null
  readonly onOpen: (text: string) => void
  readonly onClose: () => void
  readonly panel: Pick<ComboboxPanelProps, OfPanel>
  /** Text of the choice, or the placeholder. */
  readonly text: string
  readonly isEmpty: boolean
  /** Content before the text: initials. */
  readonly before?: ReactNode
  /** Content beside the button. */
  readonly children?: ReactNode
  readonly className?: string | false | undefined
  readonly name?: string | undefined
  readonly disabled?: boolean | undefined
  readonly 'aria-label'?: string | undefined
}

/** Shows the button of a combobox, and its searchable panel after a click, an arrow key or typing. */
export function ComboboxBox(props: ComboboxBoxProps) {
  const { button, search, onOpen, onClose, name, disabled = false, 'aria-label': label } = props
  const { control, labelId } = useField()
  const box = useRef<HTMLDivElement>(null)
  const panelId = useId()

  function press(event: KeyboardEvent): void {
    const typed = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!typed && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    onOpen(typed ? event.key : '')
  }

  return (
    <div ref={box} className="pv-combobox">
      <button
        {...control}
        ref={button}
        type="button"
        role="combobox"
        name={name}
        disabled={disabled}
        aria-label={label}
        aria-labelledby={label === undefined ? labelId : undefined}
        aria-haspopup="dialog"
        aria-expanded={search !== null}
        aria-controls={search === null ? undefined : panelId}
        className={classNames('pv-control pv-combobox-button pv-beside', props.className)}
        onClick={() => (search === null ? onOpen('') : onClose())}
        onKeyDown={press}
      >
        {props.before}
        <span className={classNames('pv-grow pv-truncate', props.isEmpty && 'pv-control-empty')}>{props.text}</span>
        <ChevronDown aria-hidden="true" className="pv-combobox-arrow pv-color-muted" />
      </button>
      {props.children}
      {search !== null && (
        <ComboboxPanel
          {...props.panel}
          id={panelId}
          anchor={box}
          button={button}
          search={search}
          onSearch={onOpen}
          onClose={onClose}
        />
      )}
    </div>
  )
}
