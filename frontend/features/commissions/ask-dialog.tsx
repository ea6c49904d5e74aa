import * as z from 'zod'
import type { Commission } from '../../../shared/contract/commissions.ts'
import { requiredText } from '../../../shared/contract/fields.ts'
import { contractLengthLabels, providerLabels } from '../../../shared/contract/sales.ts'
import { saleAddress } from '../../domains/addresses.ts'
import { formatDate, formatDateTime, formatMoney } from '../../lib/format.ts'
import { tellFailure } from '../../records/failure.ts'
import { useDraft } from '../../records/use-draft.ts'
import { Details } from '../../ui/card.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/form.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.ts'
import { useAsk } from './api.ts'
import { CommissionBadge } from './columns.tsx'
import { Conversation } from './conversation.tsx'

const empty = { question: '' }
const QuestionText = z.object({ question: requiredText('Vul een vraag in', 1000) })

/** One commission of one's own, and 'Vraag over deze commissie'. */
export function AskDialog({ row, onClose }: { readonly row: Commission; readonly onClose: () => void }) {
  const ask = useAsk()
  const form = useZodForm(QuestionText, { defaultValues: empty })
  const { discard } = useDraft(form, {
    name: `question:${row.id}`,
    version: null,
    defaults: empty,
    secrets: [],
    given: [],
  })
  const { type, energyProvider, contractLength, totalCommission } = row

  async function send(body: z.output<typeof QuestionText>): Promise<void> {
    await ask.mutateAsync({ params: { id: row.id }, body })
    discard()
    toast({ title: 'Vraag verstuurd', description: 'Je krijgt het antwoord per e-mail.' })
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Commissie"
      description={row.customerName}
      dirty={form.formState.isDirty}
      onDiscard={discard}
      forReading
    >
      <Form
        form={form}
        className="pv-dialog-form"
        onSubmit={send}
        onFailure={(error) => tellFailure(error, { fallback: 'De vraag kon niet worden verstuurd.' })}
      >
        <DialogBody>
          <Details
            items={[
              { label: type === 'sale' ? 'Datum sale' : 'Datum afspraak', value: formatDate(row.date) },
              { label: 'Status', value: <CommissionBadge status={row.status} /> },
              { label: 'Provider', value: energyProvider && providerLabels[energyProvider] },
              { label: 'Contract', value: contractLength && contractLengthLabels[contractLength] },
              { label: 'Commissie', value: formatMoney(totalCommission) },
              { label: 'Uitbetaald op', value: row.paidAt && formatDateTime(row.paidAt) },
            ]}
          />
          {type === 'sale' && (
            <div>
              <LinkButton to={saleAddress(row.originalId)} tone="ghost">
                Sale bekijken
              </LinkButton>
            </div>
          )}
          <Conversation commissionId={row.id} />
          <FormField form={form} name="question" label="Vraag over deze commissie">
            {(field) => <TextArea {...field} rows={3} maxLength={1000} />}
          </FormField>
        </DialogBody>
        <DialogFooter>
          <DialogClose>Sluiten</DialogClose>
          <SubmitButton>Vraag versturen</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
