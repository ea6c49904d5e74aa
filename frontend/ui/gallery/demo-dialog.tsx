import * as z from 'zod'
import { Button } from '../button.tsx'
import { Switch } from '../checkbox.tsx'
import { Combobox } from '../combobox.tsx'
import { DateField } from '../date-field.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../dialog.tsx'
import { FieldRow } from '../field.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../form.tsx'
import { TextArea } from '../text-area.tsx'
import { TextInput } from '../text-input.tsx'
import { TimeField } from '../time-field.tsx'
import { toast } from '../toast.ts'
import { people } from './demo-data.ts'

const Appointment = z.object({
  customer: z.string().trim().min(1, 'Vul de naam van de klant in.'),
  date: z.iso.date('Datum is verplicht'),
  from: z.string().regex(/^\d\d:\d\d$/, 'Tijd is verplicht'),
  to: z.string().regex(/^\d\d:\d\d$/, 'Tijd is verplicht'),
  agent: z.string().min(1, 'Kies een adviseur'),
  notes: z.string(),
  send: z.boolean(),
})

const options = people.map(({ id, name }) => ({ value: id, label: name, person: true, hint: 'Team Roermond' }))

/** The dialog of design/screens. A customer named `fout` makes the server refuse it. */
export default function DemoDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useZodForm(Appointment, {
    defaultValues: {
      customer: '',
      date: '2026-11-24',
      from: '10:00',
      to: '11:00',
      agent: 'user-3',
      notes: '',
      send: true,
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Nieuwe afspraak"
      description="De klant krijgt een bevestiging per e-mail."
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        onSubmit={async ({ customer }) => {
          await new Promise((resolve) => setTimeout(resolve, 600))
          if (customer === 'fout')
            throw Object.assign(new Error(), { errors: { customer: ['Deze klant bestaat al.'] } })
          toast({ title: 'Afspraak opgeslagen' })
          onClose()
        }}
      >
        <DialogBody>
          <FormField form={form} name="customer" label="Klant">
            {(field) => <TextInput {...field} placeholder="Zoek op naam of KvK-nummer" />}
          </FormField>
          <FieldRow>
            <FormField form={form} name="date" label="Datum">
              {(field) => <DateField {...field} />}
            </FormField>
            <FormField form={form} name="from" label="Van">
              {(field) => <TimeField {...field} />}
            </FormField>
            <FormField form={form} name="to" label="Tot">
              {(field) => <TimeField {...field} />}
            </FormField>
          </FieldRow>
          <FormField form={form} name="agent" label="Adviseur">
            {(field) => <Combobox {...field} options={options} searchPlaceholder="Zoek op naam" clearable />}
          </FormField>
          <FormField form={form} name="notes" label="Opmerking" optional>
            {(field) => <TextArea {...field} />}
          </FormField>
          <FormField form={form} name="send">
            {(field) => <Switch {...field} label="Bevestiging direct versturen" />}
          </FormField>
        </DialogBody>
        <DialogFooter start={<Button tone="ghost">Kopiëren</Button>}>
          <DialogClose />
          <SubmitButton>Afspraak opslaan</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
