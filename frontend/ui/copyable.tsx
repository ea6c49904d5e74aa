import './field.css'
import './copyable.css'
import { CopyButton } from './copy-button.tsx'

interface CopyableProps {
  /** What it is, above it and in the name of the button; `labelHidden` leaves it to the button. */
  readonly label: string
  readonly labelHidden?: boolean
  /** What ends up on the clipboard. */
  readonly text: string
  /** The same as people read it more easily, such as in groups. */
  readonly shown?: string
}

/** A text in one piece, such as a key, with a button that copies it and says so in its place. */
export function Copyable({ label, labelHidden = false, text, shown = text }: CopyableProps) {
  return (
    <div className="pv-copyable">
      {!labelHidden && <p className="pv-label">{label}</p>}
      <div>
        <code>{shown}</code>
        <CopyButton text={text} label={`${label} kopiëren`} inPlace />
      </div>
    </div>
  )
}
