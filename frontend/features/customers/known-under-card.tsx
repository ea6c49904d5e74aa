import { Mail, MapPin, Phone, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { customers } from '../../../shared/api/customers.ts'
import type { Customer, KnownUnder } from '../../../shared/api/schemas/customers.ts'
import { paths } from '../../domains/paths.ts'
import { formatDate } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { toast } from '../../ui/messages/toast.ts'
import styles from './customer.module.css'
import { contactOf } from './details.ts'
import { JoinDialog } from './join-dialog.tsx'

const signs = { phone: Phone, email: Mail, address: MapPin } as const

/**
 * Shows the phone numbers, e-mail addresses and addresses of a customer. Buttons join another customer, and separate a
 * number or address again from the others.
 */
export function KnownUnderCard({ customer }: { readonly customer: Customer }) {
  const { knownUnder } = customer
  const release = useCommand(customers.release)
  const mayErase = useCan('erasure:manage')
  const [isJoining, setJoining] = useState(false)
  const [releasing, setReleasing] = useState<KnownUnder | null>(null)
  const isJoined = knownUnder.length > 1
  const joinedAt = knownUnder
    .flatMap((one) => one.joinedAt ?? [])
    .sort()
    .at(-1)
  const emails = contactOf(customer).emails.filter((email) => !knownUnder.some(({ value }) => value === email))

  async function takeApart({ id, value }: KnownUnder): Promise<void> {
    try {
      await release.mutateAsync({ params: { id } })
      toast({ title: `${value} is losgemaakt` })
    } catch (error) {
      showFailure(error, { fallback: 'Het losmaken is niet gelukt.' })
    }
  }

  return (
    <Card title="Bekend onder" className={styles.names}>
      <ul>
        {knownUnder.map((one) => {
          const Icon = signs[one.by]
          return (
            <Row as="li" key={one.id} gap={10} size={13} minHeight={28}>
              <Text as={Icon} color="soft" aria-hidden="true" />
              <Text overflow="break" grow>
                {one.value}
              </Text>
              {isJoined && (
                <Text
                  type="button"
                  as="button"
                  size={12}
                  color="muted"
                  className={styles.release}
                  aria-label={`${one.value} losmaken`}
                  onClick={() => setReleasing(one)}
                >
                  Losmaken
                </Text>
              )}
            </Row>
          )
        })}
        {emails.map((email) => (
          <Row as="li" key={email} gap={10} size={13} minHeight={28}>
            <Text as={Mail} color="soft" aria-hidden="true" />
            <Text overflow="break" grow>
              {email}
            </Text>
          </Row>
        ))}
      </ul>
      {joinedAt && <p className="pv-soft">Samengevoegd op {formatDate(joinedAt)}</p>}
      <Button size="small" icon={<UserPlus />} onClick={() => setJoining(true)}>
        Samenvoegen
      </Button>
      {mayErase && (
        <LinkButton to={`${paths.security}?tab=persoonsgegevens&about=${encodeURIComponent(customer.id)}`} tone="ghost">
          Gegevens inzien of wissen
        </LinkButton>
      )}
      {isJoining && <JoinDialog customer={customer} onClose={() => setJoining(false)} />}
      <Confirm
        open={releasing !== null}
        onOpenChange={() => setReleasing(null)}
        tone="primary"
        title={`${releasing?.value ?? ''} losmaken?`}
        description="Wat bij dit nummer of adres hoort, staat dan weer op een eigen pagina. Er gaat niets verloren."
        confirmText="Losmaken"
        onConfirm={() => releasing && takeApart(releasing)}
      />
    </Card>
  )
}
