import { customers } from '../../../shared/api/customers.ts'
import { MOST_FORMS } from '../../../shared/api/parts/number-endpoints.ts'
import { type LegalForm, legalFormLabels, legalFormOfName } from '../../../shared/numbers/legal-forms.ts'
import { callPartOf, type MayCallShown } from '../../../shared/numbers/states.ts'
import { formatNumber } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { beginAction } from '../../records/begin-action.ts'
import { showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { toast } from '../../ui/messages/toast.ts'

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

/** Returns the legal forms that the names of customers without consent tell, each number once. */
function proposalsOf(rows: readonly Customer[]): Proposed[] {
  const proposed = rows.flatMap(({ customerName, companyName, customerPhone, mayCall }) => {
    if (!customerPhone || callPartOf(mayCall.state) !== 'none') return []
    return [companyName ?? '', customerName].flatMap((company): Proposed[] => {
      const legalForm = legalFormOfName(company)
      return legalForm ? [{ number: customerPhone, company, legalForm }] : []
    })
  })
  return [...new Map(proposed.toReversed().map((one) => [one.number, one])).values()].toReversed()
}

/** Proposes legal forms by the names of chosen customers; an admin confirms them, and may take them back (market 67e). */
export function LegalForms({ rows, onDone, onClose }: LegalFormsProps) {
  const set = useCommand(customers.setLegalForms)
  const proposed = proposalsOf(rows)

  async function send(forms: readonly Proposed[], undo: boolean): Promise<Proposed[]> {
    const action = beginAction()
    const done = new Set<string>()
    for (let from = 0; from < forms.length; from += MOST_FORMS) {
      const part = await set.mutateAsync({ body: { forms: forms.slice(from, from + MOST_FORMS), undo }, ...action })
      for (const number of part.numbers) done.add(number)
    }
    return forms.filter(({ number }) => done.has(number))
  }

  async function confirm(): Promise<void> {
    try {
      const done = await send(proposed, false)
      const left = proposed.length - done.length
      toast({
        title: `Rechtsvorm vastgelegd: ${done.length === 1 ? '1 nummer' : `${formatNumber(done.length)} nummers`}`,
        ...(left > 0 && { description: `${formatNumber(left)} overgeslagen: al bekend, of ook van een particulier.` }),
        ...(done.length > 0 && {
          action: {
            label: 'Ongedaan maken',
            onClick: () => send(done, true).then(() => toast({ title: 'Rechtsvormen verwijderd' }), showRefusal),
          },
        }),
      })
      onDone()
      onClose()
    } catch (error) {
      showRefusal(error)
    }
  }

  const count = formatNumber(proposed.length)
  return (
    <Dialog
      open
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
          <Button tone="primary" busy={set.isPending} onClick={confirm}>
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

const showRefusal = (error: unknown) =>
  showFailure(error, { fallback: 'De rechtsvormen konden niet worden vastgelegd.' })
