import { useState } from 'react'
import { Button } from '../ui/buttons/button.tsx'
import { Confirm } from '../ui/dialogs/alert-dialog.tsx'
import { Field } from '../ui/fields/field.tsx'
import { TextInput } from '../ui/fields/text-input.tsx'
import { Text } from '../ui/layout/text.tsx'
import { showFailure } from './failure.ts'

interface AskTextProps {
  readonly button: string
  /** Record in the name of the button, beside buttons of others. */
  readonly about?: string | undefined
  readonly title: string
  readonly description: string
  /** Label of the text that the answer needs. */
  readonly label: string
  /** Error under the field while it is empty. */
  readonly missing: string
  readonly confirmText: string
  readonly tone?: 'danger' | 'primary'
  readonly onConfirm: (text: string) => Promise<unknown>
}

/** Shows a button that asks for a text before it acts; a failure is shown, and the question stays open. */
export function AskText({ button, about, label, missing, tone = 'danger', onConfirm, ...question }: AskTextProps) {
  const [isAsking, setAsking] = useState(false)
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)

  async function confirm(): Promise<void> {
    setMissing(text.trim() === '')
    if (text.trim() === '') throw new Error('A text is needed')
    try {
      await onConfirm(text)
    } catch (error) {
      showFailure(error, { fallback: 'Er is een fout opgetreden' })
      throw error
    }
  }

  return (
    <Text as="div">
      <Button size="small" aria-label={about && `${button}: ${about}`} onClick={() => setAsking(true)}>
        {button}
      </Button>
      <Confirm {...question} open={isAsking} onOpenChange={setAsking} tone={tone} onConfirm={confirm}>
        <Field label={label} required error={isMissing ? missing : undefined}>
          <TextInput value={text} onChange={setText} maxLength={200} />
        </Field>
      </Confirm>
    </Text>
  )
}
