import { useState } from 'react'
import { customers } from '../../../shared/api/customers.ts'
import type { Customer } from '../../../shared/api/schemas/customers.ts'
import { customerIdOf } from '../../../shared/customer-id.ts'
import { useCommand } from '../../lib/query.ts'
import { showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Box } from '../../ui/layout/box.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { findCustomer, useMatches } from './api.ts'
import styles from './customer.module.css'
import { eventsOf } from './timeline.ts'

interface JoinDialogProps {
  readonly customer: Customer
  readonly onClose: () => void
}

const commons = {
  phone: 'zelfde telefoonnummer',
  email: 'zelfde e-mailadres',
  address: 'zelfde naam en adres',
} as const

/** Shows a dialog to find another customer by phone number or e-mail address and to join both on one page. */
export function JoinDialog({ customer, onClose }: JoinDialogProps) {
  const join = useCommand(customers.join)
  const [other, setOther] = useState<Customer | null>(null)

  async function joinThem(customerId: string): Promise<void> {
    try {
      await join.mutateAsync({ params: { id: customer.id }, body: { customerId } })
      toast({ title: 'Klanten samengevoegd' })
      onClose()
    } catch (error) {
      showFailure(error, { fallback: 'Het samenvoegen is niet gelukt.' })
    }
  }

  return (
    <Dialog onOpenChange={onClose} title="Klant samenvoegen" description={customer.customerName} size="small">
      <DialogBody>
        {other ? <Joining both={[customer, other]} /> : <LookUp customer={customer} onFound={setOther} />}
      </DialogBody>
      <DialogFooter>
        <DialogClose>Annuleren</DialogClose>
        {other && (
          <Button tone="primary" onClick={() => joinThem(other.id)}>
            Samenvoegen
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

/** Shows the customers that will come together on one page. */
const Joining = ({ both }: { readonly both: readonly Customer[] }) => (
  <>
    <p>Deze komen samen op één pagina. Losmaken kan altijd.</p>
    <Stack as="ul" gap={8} above={8}>
      {both.map((one) => (
        <Stack as="li" key={one.id} size={13}>
          <strong>{[one.customerName, one.companyName].filter(Boolean).join(' · ')}</strong>
          <span className="pv-soft">
            {one.knownUnder.map(({ value }) => value).join(', ')} · {eventsOf(one).length} op de tijdlijn
          </span>
        </Stack>
      ))}
    </Stack>
  </>
)

interface LookUpProps {
  readonly customer: Customer
  /** Called with the other customer; with null when there is none. */
  readonly onFound: (other: Customer | null) => void
}

/** Shows a search for another customer by number or address, and the customers that are likely the same. */
function LookUp({ customer, onFound }: LookUpProps) {
  const { data } = useMatches(customer.id)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | undefined>()

  async function look(id: string | null): Promise<void> {
    setProblem(undefined)
    if (id === null) return setProblem('Vul een telefoonnummer of e-mailadres in')
    if (customer.knownUnder.some((one) => one.id === id)) return setProblem('Dit hoort al bij deze klant')
    try {
      const found = await findCustomer(id)
      onFound(found)
      if (!found) setProblem('Geen klant gevonden die je mag zien')
    } catch (error) {
      showFailure(error, { fallback: 'Zoeken is niet gelukt.' })
    }
  }

  return (
    <>
      <Row
        as="form"
        gap={8}
        align="end"
        className={styles.look}
        onSubmit={(event) => {
          event.preventDefault()
          look(customerIdOf({ customerPhone: typed, ...(typed.includes('@') ? { customerEmail: typed } : {}) }))
        }}
      >
        <Field label="Ander nummer of e-mailadres" {...(problem ? { error: problem } : {})}>
          <TextInput value={typed} onChange={setTyped} />
        </Field>
        <Button type="submit">Zoeken</Button>
      </Row>
      {data && data.matches.length > 0 && <Matches matches={data.matches} onChoose={look} />}
    </>
  )
}

interface MatchesProps {
  readonly matches: NonNullable<ReturnType<typeof useMatches>['data']>['matches']
  readonly onChoose: (id: string) => void
}

const Matches = ({ matches, onChoose }: MatchesProps) => (
  <section aria-label="Mogelijk dezelfde klant">
    <Text as="h3" size={12} weight="bold" color="muted" padTop={12} below={6}>
      Mogelijk dezelfde klant
    </Text>
    <Stack as="ul" gap={8} above={8}>
      {matches.map((match) => (
        <li key={match.id}>
          <Box as="button" type="button" padding={12} size={13} surface hover onClick={() => onChoose(match.id)}>
            <strong>{[match.customerName, match.companyName].filter(Boolean).join(' · ')}</strong>
            <span className="pv-soft">
              {match.value} · {commons[match.common]}
            </span>
          </Box>
        </li>
      ))}
    </Stack>
  </section>
)
