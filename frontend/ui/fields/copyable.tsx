import './field.css'
import './copyable.css'
import { CopyButton } from '../display/copy-button.tsx'
import { Row, Stack } from '../layout/layout.tsx'

interface CopyableProps {
  /** Label above the text and in the name of the button. */
  readonly label: string
  /** Hides the label above the text; the button keeps it. */
  readonly labelHidden?: boolean
  /** Text that is copied. */
  readonly text: string
  /** Readable form of the text, such as with spaces between groups of characters. */
  readonly shown?: string
}

/**
 * Shows a text to copy, such as a key, with a button that copies it and shows its success. `shown` is the readable form
 * of the text.
 */
export function Copyable({ label, labelHidden = false, text, shown = text }: CopyableProps) {
  return (
    <Stack gap={6} className="pv-copyable">
      {!labelHidden && <p className="pv-label">{label}</p>}
      <Row gap={8}>
        <code className="pv-grow pv-text-13 pv-break">{shown}</code>
        <CopyButton text={text} label={`${label} kopiëren`} inPlace />
      </Row>
    </Stack>
  )
}
