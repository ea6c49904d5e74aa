import { useEffect, useState } from 'react'
import * as z from 'zod'
import { requiredText } from '../../shared/contract/fields.ts'
import { fieldErrorsOf } from '../lib/call-error.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../ui/dialog.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../ui/form.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { toast } from '../ui/toast.ts'

const OwnInvoice = z.object({ ownInvoiceNumber: requiredText('Vul het factuurnummer in', 50) })

interface Paid {
  readonly customerName: string
  /** The names of those whom it may pay. */
  readonly payees: readonly (string | null)[]
}

interface Asked extends Paid {
  /** What the server says, which begins with the name of the zzp'er. */
  readonly problem: string
  readonly send: (ownInvoiceNumber: string) => Promise<void>
  readonly refuse: (error: unknown) => void
  readonly cancel: () => void
}

/** Returns why the server asks for the number of a zzp'er's own invoice; undefined of any other failure. */
export const ownInvoiceProblem = (error: unknown): string | undefined =>
  fieldErrorsOf(error)['ownInvoiceNumber']?.join(' ')

/**
 * Returns what sends a change that may pay a row: where the server wants the number of an own invoice, it asks for that
 * and sends again. Cancelled, it fails as the server refused it. Render `question` with it.
 */
export function useOwnInvoice(paid: Paid) {
  const [asked, setAsked] = useState<Asked | null>(null)

  async function pay<Saved>(send: (more: { readonly ownInvoiceNumber?: string }) => Promise<Saved>): Promise<Saved> {
    try {
      return await send({})
    } catch (refusal) {
      const problem = ownInvoiceProblem(refusal)
      if (problem === undefined) throw refusal
      const answer = new Promise<Saved>((settle, fail) =>
        setAsked({
          ...paid,
          problem,
          send: async (ownInvoiceNumber) => settle(await send({ ownInvoiceNumber })),
          refuse: fail,
          cancel: () => fail(refusal),
        }),
      )
      return answer.finally(() => setAsked(null))
    }
  }

  return { pay, question: asked && <OwnInvoiceDialog asked={asked} /> }
}

function OwnInvoiceDialog({ asked }: { readonly asked: Asked }) {
  const { customerName, payees, problem } = asked
  const form = useZodForm(OwnInvoice, { defaultValues: { ownInvoiceNumber: '' } })
  const { setError } = form
  useEffect(() => setError('ownInvoiceNumber', { type: 'server', message: problem }), [setError, problem])
  const name = payees.find((one) => one !== null && problem.startsWith(`${one} is `))
  return (
    <Dialog
      open
      onOpenChange={asked.cancel}
      size="small"
      title="Uitbetalen"
      description={customerName}
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        className="pv-dialog-form"
        onSubmit={({ ownInvoiceNumber }) => asked.send(ownInvoiceNumber)}
        onFailure={asked.refuse}
      >
        <DialogBody>
          <FormField
            form={form}
            name="ownInvoiceNumber"
            label={name ? `Factuurnummer van ${name}` : 'Factuurnummer'}
            required
          >
            {(field) => <TextInput {...field} maxLength={50} />}
          </FormField>
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <SubmitButton>Uitbetalen</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

/** Tells that a row was paid in part: it stays at its step until an invoice pays the rest. */
export const tellPartlyPaid = (customerName: string): void =>
  toast({ title: 'Deels uitbetaald', description: `${customerName}: de rest gaat via een factuur.` })
