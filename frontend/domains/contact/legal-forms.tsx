import { useState } from 'react'
import { customers } from '../../../shared/api/customers.ts'
import { MOST_NUMBERS } from '../../../shared/api/parts/many-numbers.ts'
import { readPhones } from '../../../shared/identifiers.ts'
import { legalFormLabels } from '../../../shared/numbers/legal-form-labels.ts'
import { legalFormOfName } from '../../../shared/numbers/legal-form-of-name.ts'
import type { LegalForm } from '../../../shared/numbers/legal-forms.ts'
import type { MayCallShown } from '../../../shared/numbers/state-texts.ts'
import { callPartOf } from '../../../shared/numbers/states.ts'
import { formatNumber } from '../../lib/format.ts'
import { useParts } from '../../records/use-parts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { type ManyWords, useManyNumbers } from './many-numbers.ts'

interface Customer {
  readonly customerName: string
  readonly companyName?: string | null
  readonly customerPhone: string | null
  readonly mayCall: MayCallShown
}

interface LegalFormsProps {
  readonly rows: readonly Customer[]
  readonly onDone: () => void
  readonly onClose: () => void
}

interface Proposed {
  readonly number: string
  readonly company: string
  readonly legalForm: LegalForm
}

/** Maximum number of proposals that the dialog lists; all of them are set. */
const MOST_SHOWN = 100

const words: ManyWords = {
  done: 'Rechtsvorm vastgelegd',
  undone: 'Rechtsvormen verwijderd',
  left: 'overgeslagen: al bekend, of ook van een particulier',
  failed: 'De rechtsvormen konden niet worden vastgelegd.',
}

/** Returns the legal forms that the names of customers without consent tell, each number once. */
function proposalsOf(rows: readonly Customer[]): Proposed[] {
  const proposed = rows.flatMap(({ customerName, companyName, customerPhone, mayCall }) => {
    const [number] = readPhones(customerPhone ?? '')
    if (number === undefined || callPartOf(mayCall.state) !== 'none') return []
    return [companyName ?? '', customerName].flatMap((company): Proposed[] => {
      const legalForm = legalFormOfName(company)
      return legalForm ? [{ number, company, legalForm }] : []
    })
  })
  return [...new Map(proposed.toReversed().map((one) => [one.number, one])).values()].toReversed()
}

/** Proposes legal forms by the names of chosen customers; an admin confirms them, and may take them back (market 67e). */
export function LegalForms({ rows: given, onDone, onClose }: LegalFormsProps) {
  // The list leaves out what is stored already, while the rest is still being sent.
  const [rows] = useState(given)
  const { isBusy, send } = useParts(customers.setLegalForms, MOST_NUMBERS)
  const proposed = proposalsOf(rows)
  const many = useManyNumbers<Proposed>({
    send: (proposals, mode) => send(proposals, (forms) => ({ body: { forms, mode } })),
    words,
    onStored: () => {
      onDone()
      onClose()
    },
  })

  const count = formatNumber(proposed.length)
  return (
    <Dialog
      onOpenChange={onClose}
      title="Rechtsvorm uit de naam"
      description={`${count} van ${formatNumber(rows.length)} zijn volgens de naam een rechtspersoon zonder toestemming.`}
    >
      <DialogBody>
        <Proposals proposed={proposed} />
      </DialogBody>
      <DialogFooter>
        <DialogClose>Annuleren</DialogClose>
        {proposed.length > 0 && (
          <Button tone="primary" busy={isBusy} onClick={() => many.store(proposed)}>
            {count} vastleggen
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

function Proposals({ proposed }: { readonly proposed: readonly Proposed[] }) {
  if (proposed.length === 0) {
    return (
      <Text as="p" color="muted">
        Geen namen gevonden met B.V., N.V., stichting, VvE of coöperatie.
      </Text>
    )
  }
  return (
    <Stack as="ul" lined>
      {proposed.slice(0, MOST_SHOWN).map(({ number, company, legalForm }) => (
        <Row key={number} as="li" gap={12} justify="between" wrap>
          <Text overflow="break">{company}</Text>
          <Text color="muted">{legalFormLabels[legalForm]}</Text>
        </Row>
      ))}
      {proposed.length > MOST_SHOWN && <li>en nog {formatNumber(proposed.length - MOST_SHOWN)}</li>}
    </Stack>
  )
}
