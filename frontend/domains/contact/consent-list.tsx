import { useQuery } from '@tanstack/react-query'
import { customers } from '../../../shared/api/customers.ts'
import { leads } from '../../../shared/api/leads.ts'
import type { RecordedConsent } from '../../../shared/api/parts/calling.ts'
import { legalFormLabels } from '../../../shared/numbers/legal-form-labels.ts'
import { consentWayLabels } from '../../../shared/numbers/state-texts.ts'
import { type Instant, localDateOf } from '../../../shared/time.ts'
import { formatDate, formatDateTime, fullNameOf } from '../../lib/format.ts'
import { query, useCommand } from '../../lib/query.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { AskText } from '../../records/ask-text.tsx'
import { showFailure } from '../../records/failure.ts'
import { FileLink } from '../../records/file-link.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RowList } from '../../ui/display/row-list.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'
import { toast } from '../../ui/messages/toast.ts'

interface ConsentListProps {
  readonly phone: string
  /** Shows the number above, where a customer has several. */
  readonly hasTitle: boolean
}

/** Lists the consents of a number and its legal form; lets people withdraw a consent, or confirm that they saw proof. */
export function ConsentList({ phone, hasTitle }: ConsentListProps) {
  const mayRead = useCan('customer:consent')
  const mayLift = useCan('customer:lift')
  const { data, error, refetch } = useQuery({
    ...query(customers.listConsents, { query: { number: phone } }),
    ...{ enabled: mayRead, staleTime: 0 },
  })
  if (error) return <FailedPart onRetry={refetch}>De toestemmingen konden niet worden geladen.</FailedPart>
  if (!data) return null
  const { legalForm, consents, doNotCall } = data
  const isAfterClosing = ({ withdrawnAt, recordedAt }: RecordedConsent) =>
    doNotCall !== null && withdrawnAt === null && localDateOf(recordedAt as Instant) >= doNotCall.date
  return (
    <>
      {hasTitle && (legalForm || consents.length > 0) && (
        <Text as="h3" size={13} weight="bold" tabular>
          {phone}
        </Text>
      )}
      {legalForm && (
        <Text as="p" size={13}>
          {[legalFormLabels[legalForm.legalForm], legalForm.company, legalForm.kvkNumber].filter(Boolean).join(' · ')}
        </Text>
      )}
      {consents.some(isAfterClosing) && (
        <Text as="p" size={13} color="warn">
          Na de sluiting is toestemming vastgelegd.{' '}
          {mayLift ? 'Klopt de toestemming? Hef de sluiting op.' : 'Een beheerder kan de sluiting opheffen.'}
        </Text>
      )}
      {consents.length > 0 && (
        <RowList lined>
          {consents.map((consent) => (
            <Consent key={consent.id} consent={consent} />
          ))}
        </RowList>
      )}
    </>
  )
}

function Consent({ consent }: { readonly consent: RecordedConsent }) {
  const { id, givenBy, givenAt, until, source, text, proof, file, recordedBy, recordedAt, withdrawnAt } = consent
  return (
    <li>
      <Stack className="pv-grow" gap={6} size={13}>
        <Row gap={8} justify="between" wrap={4}>
          <strong>
            {source ?? consentWayLabels[givenBy]} op {formatDate(givenAt)}
          </strong>
          <StateBadge consent={consent} />
        </Row>
        {text && <Text overflow="lines">“{text}”</Text>}
        <Text color="muted">
          <Unbroken>
            {[
              withdrawnAt ? `Ingetrokken op ${formatDate(withdrawnAt)}` : `Geldt tot en met ${formatDate(until)}`,
              withdrawnAt && consent.withdrawnHow,
              proof && `bewijs: ${proof}`,
              `${fullNameOf(recordedBy)}, ${formatDateTime(recordedAt)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Unbroken>
        </Text>
        {file && (
          <FileLink href={leads.consentProof.path.replace('{id}', encodeURIComponent(id))} download={file.filename}>
            {file.filename}
          </FileLink>
        )}
        {!withdrawnAt && <Steps consent={consent} />}
      </Stack>
    </li>
  )
}

function StateBadge({ consent: { isProven, withdrawnAt } }: { readonly consent: RecordedConsent }) {
  if (withdrawnAt) return <Badge tone="bad">Ingetrokken</Badge>
  return isProven ? <Badge tone="ok">Bewezen</Badge> : <Badge tone="warn">Zonder bewijs</Badge>
}

function Steps({ consent }: { readonly consent: RecordedConsent }) {
  const { id, isProven, text, proof, file, verified, recordedBy } = consent
  const user = useUser()
  const mayJudge = useCan('customer:judge') && recordedBy.id !== user.id
  const confirm = useCommand(customers.confirmConsent)
  const withdraw = useCommand(customers.withdrawConsent)
  const hasProof = text !== null && (proof !== null || file !== null || verified !== 'none')

  async function see(): Promise<void> {
    try {
      await confirm.mutateAsync({ params: { id } })
      toast({ title: 'Bewijs gezien' })
    } catch (error) {
      showFailure(error, { fallback: 'Er is een fout opgetreden' })
    }
  }

  return (
    <Row gap={8} wrap>
      {mayJudge && !isProven && hasProof && (
        <Button size="small" busy={confirm.isPending} onClick={see}>
          Bewijs gezien
        </Button>
      )}
      <AskText
        button="Intrekken"
        title="Toestemming intrekken?"
        description="Vanaf nu mag dit nummer hierop niet meer gebeld worden."
        label="Hoe is de toestemming ingetrokken?"
        missing="Vul in hoe de toestemming is ingetrokken"
        confirmText="Intrekken"
        onConfirm={async (how) => {
          await withdraw.mutateAsync({ params: { id }, body: { how } })
          toast({ title: 'Toestemming ingetrokken' })
        }}
      />
    </Row>
  )
}
