import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { oversees } from '../../../shared/access.ts'
import { contractLengthLabels, providerLabels } from '../../../shared/api/parts/trade.ts'
import type { Commission, CommissionDetails } from '../../../shared/api/schemas/commissions.ts'
import { describeCoolingOff } from '../../../shared/cooling-off/cooling-off.ts'
import { saleAddress } from '../../domains/addresses.ts'
import { describeChangeAfterApproval } from '../../domains/approval.tsx'
import { OWN_ROW, useIsOwnRow } from '../../domains/commissions.ts'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { DetailPanel, type Neighbours } from '../../records/detail-panel.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { AmountHistory, Corrections, Payees, Postings } from './amount-explanation.tsx'
import { useCommission } from './api.ts'
import { AskForm } from './ask-form.tsx'
import { RowBadge, shortIdOf } from './columns.tsx'
import { Conversation } from './conversation.tsx'
import { ConfirmButton } from './step-button.tsx'

const AdjustDialog = onDemand(() => import('./adjust-dialog.tsx').then((m) => m.AdjustDialog))
const CommissionDialog = onDemand(() => import('./commission-dialog.tsx').then((m) => m.CommissionDialog))

interface CommissionPanelProps extends Neighbours {
  readonly id: string
  /** Row from the list, if the list has it. */
  readonly row: Commission | undefined
  readonly onClose: () => void
}

/**
 * Shows one commission beside the list, or in a dialog if the window is narrow. It has the amounts with the reasons
 * ('Waarom dit bedrag'), the postings and the questions.
 */
export function CommissionPanel({ id, row, onClose, ...neighbours }: CommissionPanelProps) {
  const { data, error, refetch } = useCommission(id)
  const known = data ?? row
  return (
    <DetailPanel
      id={id}
      title={known?.customerName ?? 'Commissie'}
      {...(known ? { badge: <RowBadge row={known} />, description: <Origin row={known} /> } : {})}
      {...neighbours}
      onClose={onClose}
    >
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height="280px" />}
      {data && <Parts details={data} />}
    </DetailPanel>
  )
}

function Origin({ row }: { readonly row: Commission }) {
  const { type, energyProvider, contractLength, date, originalId, companyName } = row
  const words = [
    companyName,
    shortIdOf(row),
    energyProvider && providerLabels[energyProvider],
    contractLength && contractLengthLabels[contractLength],
    `${type === 'sale' ? 'sale' : 'afspraak'} van ${formatDate(date)}`,
  ]
  return (
    <>
      <Unbroken>{words.filter(Boolean).join(' · ')}</Unbroken>
      {type === 'sale' && (
        <>
          {' · '}
          <Text overflow="nowrap">
            <Link to={saleAddress(originalId)}>Sale openen</Link>
          </Text>
        </>
      )}
    </>
  )
}

function Parts({ details }: { readonly details: CommissionDetails }) {
  const user = useUser()
  const mayAnswer = useCan('commission:manage')
  const { id, agentId, callerId, hasOpenQuestion, isReplaced, amountHistory, corrections, postings } = details
  const isPayee = !isReplaced && (user.id === agentId || user.id === callerId)
  return (
    <>
      <Notes details={details} />
      <Payees row={details} />
      <AmountHistory entries={amountHistory} row={details} />
      <Corrections corrections={corrections} />
      <Postings postings={postings} />
      <Conversation commissionId={id} mayAnswer={mayAnswer} />
      {isPayee &&
        (hasOpenQuestion ? (
          <p className="pv-soft">Er staat een vraag open. Na het antwoord kun je er weer een stellen.</p>
        ) : (
          <AskForm key={id} commissionId={id} />
        ))}
      {mayAnswer && !isReplaced && <Actions row={details} />}
    </>
  )
}

/**
 * Shows remarks about a commission: what somebody must still confirm, approve or correct, and why it cannot be changed.
 * Offers to confirm its appointment.
 */
function Notes({ details }: { readonly details: CommissionDetails }) {
  const sees = oversees(useUser().role)
  const isOwn = useIsOwnRow()(details)
  const mayConfirm = useCan('appointment:edit', { teamId: details.teamId, owners: [details.agentId] })
  const { changedAfterApproval, toConfirm, isMarked, isReplaced, paidAt, corrections, hold } = details
  return (
    <>
      {hold && (
        <Remark>
          {hold.until ? `Vrij na ${formatDate(hold.until)}: de bedenktijd loopt nog` : describeCoolingOff(null)}.
        </Remark>
      )}
      {changedAfterApproval && (
        <Remark>{describeChangeAfterApproval(changedAfterApproval)}. Keur de sale opnieuw goed.</Remark>
      )}
      {toConfirm && (
        <Remark action={mayConfirm && !isOwn && <ConfirmButton row={details} />}>
          Te bevestigen: telt mee zodra een ander bevestigt dat de afspraak doorging.
        </Remark>
      )}
      {isReplaced && <Remark>Vervangen door een sale. Een correctie verrekent dit bedrag.</Remark>}
      {isMarked && (
        <Remark>
          De afspraak ging niet door.{' '}
          {corrections.length === 0 ? 'Noteer een correctie.' : 'Een correctie is genoteerd.'}
        </Remark>
      )}
      {isOwn && sees && <p className="pv-soft">{OWN_ROW}.</p>}
      {paidAt && (
        <p className="pv-soft">
          <Unbroken>Uitbetaald op {formatDateTime(paidAt)}, dus vast.</Unbroken>
        </p>
      )}
    </>
  )
}

function Remark({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <Note>
      <Row gap={8} justify="between" wrap>
        <Text as="p" grow basis={220}>
          {children}
        </Text>
        {action}
      </Row>
    </Note>
  )
}

function Actions({ row }: { readonly row: CommissionDetails }) {
  const isOwn = useIsOwnRow()(row)
  const [open, setOpen] = useState<'edit' | 'adjust' | null>(null)
  const isFinal = row.status === 'uitbetaald' || row.status === 'rejected'
  const close = () => setOpen(null)
  return (
    <Row gap={8} wrap>
      {!isFinal && !isOwn && <Button onClick={() => setOpen('edit')}>Bewerken</Button>}
      {row.status !== 'rejected' && !isOwn && <Button onClick={() => setOpen('adjust')}>Correctie noteren</Button>}
      {open === 'edit' && <CommissionDialog row={row} onClose={close} />}
      {open === 'adjust' && <AdjustDialog row={row} noted={row.corrections} onClose={close} />}
    </Row>
  )
}
