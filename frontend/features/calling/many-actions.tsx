import { useState } from 'react'
import * as z from 'zod'
import { contracts } from '../../../shared/api/contracts.ts'
import { customers } from '../../../shared/api/customers.ts'
import { leads } from '../../../shared/api/leads.ts'
import { MOST_NUMBERS } from '../../../shared/api/parts/many-numbers.ts'
import { ConsentFields, useConsentForm } from '../../domains/contact/consent-fields.tsx'
import { FormText } from '../../records/form-controls.tsx'
import { ExportMenu } from '../../records/list/export-menu.tsx'
import { useParts } from '../../records/use-parts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/display/card.tsx'
import { useZodForm } from '../../ui/fields/form.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { NumbersDialog } from './numbers-dialog.tsx'

/** Offers to record consents or objections of many numbers at once. */
export function ManyNumbers() {
  const [open, setOpen] = useState<'consents' | 'closings'>()
  const close = () => setOpen(undefined)
  return (
    <Card title="Veel nummers tegelijk">
      <Row gap={8} wrap>
        <Button onClick={() => setOpen('consents')}>Toestemmingen vastleggen</Button>
        <Button onClick={() => setOpen('closings')}>Niet meer bellen</Button>
      </Row>
      {open === 'consents' && <ConsentsDialog onClose={close} />}
      {open === 'closings' && <ClosingsDialog onClose={close} />}
    </Card>
  )
}

/** Offers the customers without consent as a list for letters. */
export const LetterLists = () => (
  <Card title="Brievenlijst">
    <Text as="p" size={13} color="muted" below={12}>
      Namen en adressen van klanten zonder toestemming.
    </Text>
    <Row gap={16} wrap>
      <Row gap={8}>
        <span>Leads</span>
        <ExportMenu endpoint={leads.export} query={{ letters: 'true' }} name="brieven-leads" />
      </Row>
      <Row gap={8}>
        <span>Contracten</span>
        <ExportMenu endpoint={contracts.export} query={{ status: 'alle', letters: 'true' }} name="brieven-contracten" />
      </Row>
    </Row>
  </Card>
)

function ConsentsDialog({ onClose }: { readonly onClose: () => void }) {
  const { isBusy, send } = useParts(customers.recordConsents, MOST_NUMBERS)
  const form = useConsentForm()
  return (
    <NumbersDialog
      title="Toestemmingen vastleggen"
      description="Dezelfde toestemming geldt voor alle nummers."
      form={form}
      fields={<ConsentFields form={form} />}
      words={{
        done: 'Toestemming vastgelegd',
        undone: 'Toestemmingen verwijderd',
        left: 'overgeslagen: al bekend of niet bellen',
        failed: 'De toestemmingen konden niet worden vastgelegd.',
        known: 'Al vastgelegd',
        refused: 'Niet bellen',
      }}
      isBusy={isBusy}
      sendWith={(consent) => (items, mode) =>
        send(items, (part) => ({ body: { numbers: part.map(({ number }) => number), consent, mode } }))
      }
      onClose={onClose}
    />
  )
}

const Source = z.object({ source: z.string().trim().max(200) })

function ClosingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { isBusy, send } = useParts(customers.closeMany, MOST_NUMBERS)
  const form = useZodForm(Source, { defaultValues: { source: '' } })
  return (
    <NumbersDialog
      title="Niet meer bellen"
      description="Niemand belt deze nummers nog met een aanbod."
      form={form}
      fields={<FormText form={form} name="source" label="Hoe is dit gevraagd?" maxLength={200} optional />}
      words={{
        done: 'Niet meer bellen',
        undone: 'Nummers weer vrijgegeven',
        left: 'overgeslagen: al gesloten',
        failed: 'De nummers konden niet worden gesloten.',
        known: 'Al gesloten',
      }}
      takesAll
      isBusy={isBusy}
      sendWith={({ source }) =>
        (items, mode) =>
          send(items, (part) => ({ body: { numbers: part.map(({ number }) => number), source, mode } }))
        }
      onClose={onClose}
    />
  )
}
