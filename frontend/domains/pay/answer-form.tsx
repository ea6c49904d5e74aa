import * as z from 'zod'
import { commissions } from '../../../shared/api/commissions.ts'
import { requireText } from '../../../shared/api/parts/fields.ts'
import { useCommand } from '../../lib/query.ts'
import { useInnerDraft } from '../../records/dialog/use-inner-draft.ts'
import { showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { FormField, useZodForm } from '../../ui/fields/form.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { toast } from '../../ui/messages/toast.ts'

const AnswerText = z.object({ answer: requireText('Vul een antwoord in', 2000) })

interface AnswerFormProps {
  readonly questionId: string
  /** Name of the person who asked. */
  readonly askedBy: string
  readonly customerName: string
  /** Text beside the button. */
  readonly note?: string
  /** Set where the button is the main action of the dialog. */
  readonly isMain?: boolean
  readonly onAnswered?: () => void
}

/**
 * Shows a field to answer a question about a commission, and a button (primary if `isMain`) with `note` beside it.
 * Renders no `<form>`, because it also stands within forms.
 */
export function AnswerForm({ questionId, askedBy, customerName, note, isMain, onAnswered }: AnswerFormProps) {
  const send = useCommand(commissions.answer)
  const form = useZodForm(AnswerText, { defaultValues: { answer: '' } })
  const clear = useInnerDraft(form, `answer:${questionId}`, { answer: '' })

  const answer = form.handleSubmit(async (body) => {
    try {
      await send.mutateAsync({ params: { id: questionId }, body })
      clear()
      toast({ title: 'Vraag beantwoord', description: `${askedBy} krijgt bericht.` })
      onAnswered?.()
    } catch (error) {
      showFailure(error, { fallback: 'Het antwoord kon niet worden verstuurd.' })
    }
  })

  return (
    <Stack gap={8} size={13} padTop={6}>
      <FormField form={form} name="answer" label={`Antwoord over ${customerName}`} labelHidden>
        {(field) => <TextArea {...field} rows={2} maxLength={2000} placeholder="Schrijf een antwoord" />}
      </FormField>
      <Row gap={12} justify="end">
        {note !== undefined && (
          <Text as="p" size={12} color="soft" grow>
            {note}
          </Text>
        )}
        <Button size="small" tone={isMain ? 'primary' : 'secondary'} busy={send.isPending} onClick={() => answer()}>
          Beantwoorden
        </Button>
      </Row>
    </Stack>
  )
}
