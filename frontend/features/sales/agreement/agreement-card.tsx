import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { leads } from '../../../../shared/api/leads.ts'
import { UNDO_MINUTES } from '../../../../shared/api/parts/bulk.ts'
import { sales } from '../../../../shared/api/sales.ts'
import { describeCoolingOff, saleChannelLabels } from '../../../../shared/cooling-off/cooling-off.ts'
import { withdrawalText } from '../../../../shared/sales/choices.ts'
import { saleFields } from '../../../../shared/sales/record.ts'
import type { SaleDetails } from '../../../../shared/sales/schemas.ts'
import { addSeconds, type Instant } from '../../../../shared/time.ts'
import { ownersOfSale } from '../../../domains/sales.ts'
import { formatDate, formatDateTime, formatMoney, fullNameOf } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { forgetChanges } from '../../../records/changes-made.ts'
import { showFailure } from '../../../records/failure.ts'
import { FileLink } from '../../../records/file-link.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Details } from '../../../ui/display/details.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Unbroken } from '../../../ui/layout/unbroken.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { confirmationText, homeUseText } from '../form-values.ts'
import { useUndoWithdrawal } from './undo-withdrawal.ts'

interface SaleProps {
  readonly sale: SaleDetails
}

/** Shows how the customer agreed, the bedenktijd, and what became of it: early release or withdrawal. */
export function AgreementCard({ sale }: SaleProps) {
  const { soldAt, confirmedAt, confirmation, infoGivenAt, earlyRelease, market } = sale
  const items = [
    { label: saleFields.soldAt.label, value: soldAt && saleChannelLabels[soldAt] },
    { label: saleFields.confirmedAt.label, value: confirmedAt && formatDate(confirmedAt) },
    {
      label: saleFields.confirmation.label,
      value: confirmationText(confirmation && { ...confirmation, filename: null }),
    },
    { label: 'Bestand als bewijs', value: confirmation?.filename && <ProofLink sale={sale} /> },
    { label: saleFields.infoGivenAt.label, value: infoGivenAt && formatDate(infoGivenAt) },
    ...(market === 'zakelijk' ? [{ label: saleFields.isHomeUse.label, value: homeUseText(sale.isHomeUse) }] : []),
    { label: 'Bedenktijd', value: describeState(sale) },
    {
      label: 'Toch vrijgegeven',
      value:
        earlyRelease && `${fullNameOf(earlyRelease.by)}, ${formatDateTime(earlyRelease.at)}: ${earlyRelease.reason}`,
    },
  ]
  const isNoted = items.some(({ value }) => value)
  return (
    <Card title="Akkoord en bedenktijd">
      {isNoted ? <Details items={items} /> : <p className="pv-soft">Nog niet vastgelegd.</p>}
      <Withdrawn sale={sale} />
    </Card>
  )
}

/** Shows the file that proves the yes: as a link for whoever may see the IBAN, which it may show. */
function ProofLink({ sale }: SaleProps) {
  const { id, teamId, confirmation } = sale
  const mayOpen = useCan('sale:reveal', { teamId, owners: ownersOfSale(sale) })
  const filename = confirmation?.filename ?? ''
  if (!mayOpen) return <Unbroken>{filename}</Unbroken>
  return (
    <FileLink href={leads.saleProof.path.replace('{id}', encodeURIComponent(id))} download={filename}>
      {filename}
    </FileLink>
  )
}

function describeState({ coolingOff, coolingOffUntil }: SaleDetails): string | null {
  if (coolingOff === null) return null
  if (coolingOff === 'none') return 'Geen bedenktijd'
  const until = describeCoolingOff(coolingOffUntil)
  return coolingOff === 'unproven' ? `${until}. Bedenktijd niet bewezen.` : until
}

/** Shows a withdrawal, with the way to undo it and the corrections that it asks for. */
function Withdrawn({ sale }: SaleProps) {
  const { id, version, withdrawnAt, withdrawal } = sale
  const mayCorrect = useCan('commission:manage')
  const mayUndo = useCan('sale:withdraw', { teamId: sale.teamId, owners: ownersOfSale(sale) })
  const { undo, fallback } = useUndoWithdrawal(id)
  const minute = useMinute()
  if (!withdrawal || !withdrawnAt) return null
  const isRecent = addSeconds(withdrawal.at as Instant, UNDO_MINUTES * 60) >= minute

  async function restore(): Promise<void> {
    try {
      await undo(version)
      forgetChanges(id)
    } catch (error) {
      showFailure(error, { fallback })
    }
  }

  return (
    <Stack gap={8}>
      <p>
        <strong>{withdrawalText(withdrawnAt, withdrawal.how)}</strong>{' '}
        <span className="pv-soft">
          genoteerd door {fullNameOf(withdrawal.by)} op {formatDateTime(withdrawal.at)}
        </span>
      </p>
      {[withdrawal.reason, withdrawal.note].filter(Boolean).map((text) => (
        <p key={text} className="pv-soft">
          {text}
        </p>
      ))}
      {mayUndo && isRecent && !withdrawal.isCorrected && (
        <Row>
          <Button icon={<Undo2 />} onClick={restore}>
            Ongedaan maken
          </Button>
        </Row>
      )}
      {mayCorrect && !withdrawal.isCorrected && sale.status !== 'rejected' && <Corrections sale={sale} />}
    </Stack>
  )
}

/** Proposes the corrections of pay; noting them asks first, with each name and amount. Without any, ends the matter. */
function Corrections({ sale: { id, version, proposedCorrections } }: SaleProps) {
  const [isAsking, setIsAsking] = useState(false)
  const correct = useCommand(sales.correctWithdrawal)
  const texts = proposedCorrections.map(({ name, amount }) => `${name} ${formatMoney(amount)}`)

  async function note(): Promise<void> {
    try {
      await correct.mutateAsync({ params: { id }, version })
      toast(texts.length > 0 ? { title: 'Correctie genoteerd', description: texts.join(', ') } : { title: 'Afgerond' })
    } catch (error) {
      showFailure(error, { fallback: 'De correctie kon niet worden genoteerd.' })
    }
  }

  if (texts.length === 0) {
    return (
      <>
        <p>Er is niets meer te corrigeren.</p>
        <Row>
          <Button onClick={note}>Afronden</Button>
        </Row>
      </>
    )
  }
  return (
    <>
      <p>Al gefactureerd of uitbetaald. Noteer een correctie: {texts.join(', ')}.</p>
      <Row>
        <Button tone="primary" onClick={() => setIsAsking(true)}>
          Correctie noteren
        </Button>
      </Row>
      <Confirm
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Correctie noteren?"
        description={`${texts.join(', ')}. De volgende uitbetaling verrekent dit.`}
        confirmText="Noteren"
        tone="primary"
        onConfirm={note}
      />
    </>
  )
}
