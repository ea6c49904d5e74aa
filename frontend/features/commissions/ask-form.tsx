import * as z from 'zod'
import { commissions } from '../../../shared/api/commissions.ts'
import { requireText } from '../../../shared/api/parts/fields.ts'
import { useCommand } from '../../lib/query.ts'
import { useInnerDraft } from '../../records/dialog/use-inner-draft.ts'
import { showFailure } from '../../records/failure.ts'
import { FormArea } from '../../records/form-controls.tsx'
import { Form, SubmitButton, useZodForm } from '../../ui/fields/form.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { toast } from '../../ui/messages/toast.ts'

const empty = { question: '' }
const QuestionText = z.object({ question: requireText('Vul een vraag in', 1000) })

/** Shows the form in which a payee asks a question about a commission ('Vraag over deze commissie'). */
export function AskForm({ commissionId }: { readonly commissionId: string }) {
  const ask = useCommand(commissions.ask)
  const form = useZodForm(QuestionText, { defaultValues: empty })
  const clear = useInnerDraft(form, `question:${commissionId}`, empty)

  async function send(body: z.output<typeof QuestionText>): Promise<void> {
    await ask.mutateAsync({ params: { id: commissionId }, body })
    clear()
    toast({ title: 'Vraag verstuurd', description: 'Je krijgt het antwoord per e-mail.' })
  }

  return (
    <Form
      form={form}
      onSubmit={send}
      onFailure={(error) => showFailure(error, { fallback: 'De vraag kon niet worden verstuurd.' })}
    >
      <FormArea form={form} name="question" label="Vraag over deze commissie" rows={2} maxLength={1000} />
      <Row justify="end">
        <SubmitButton>Vraag versturen</SubmitButton>
      </Row>
    </Form>
  )
}
