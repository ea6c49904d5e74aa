import { Phone, PhoneCall, PhoneOff, ShieldCheck, ShieldQuestion, ShieldX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { NumberState } from '../../../shared/api/parts/calling.ts'
import { basisLabels, type OpenBasis } from '../../../shared/api/parts/contact-basis.ts'
import { callStateText } from '../../../shared/numbers/state-texts.ts'
import { type CallPart, callPartOf } from '../../../shared/numbers/states.ts'
import { formatDateTime, formatTime } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconText } from '../../ui/display/icon-text.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { CloseKnownNumber } from './close-number.tsx'
import { telOf } from './contact.tsx'
import { type CalledLead, describeCaller, openBasisOf, openNumber, useNumberDoor } from './number-door.ts'

const RecordPermission = onDemand(() => import('./record-permission.tsx').then((m) => m.RecordPermission))

interface CallDoorProps {
  readonly phone: string
  /** Lead that is called; a customer who calls us is noted at it. */
  readonly lead?: CalledLead | undefined
  /** Set where the user is about to call; colleagues then see that they have the number open. */
  readonly isCall?: boolean
  /** Shows a button that closes the number. */
  readonly closes?: boolean
  /** Offers the key V. */
  readonly hasKeys?: boolean
  /**
   * Returns the button that calls; it is the primary one only where a call with an offer is allowed. It is not shown where
   * no call is.
   */
  readonly children?: (tone: 'primary' | 'secondary') => ReactNode
  /** Other steps, shown beside that button, also where no call is allowed. */
  readonly beside?: ReactNode
}

/**
 * Shows in words whether a number may be called, with the button that calls. Without a right to call, the first button
 * records one: a consent, a legal form or that the customer calls us now (market 67a).
 */
export function CallDoor(props: CallDoorProps) {
  const { phone, lead, isCall = false, closes = false, hasKeys = false, children, beside } = props
  const { data, error, refetch } = useNumberDoor(phone, isCall)
  const mayRecord = useCan('customer:consent')
  const [asking, setAsking] = useState<'record' | 'close' | null>(null)
  const isOpen = data !== undefined && openBasisOf(lead, data.state) !== null
  const maySell = isOpen || (data?.maySell ?? false)
  const records = data && mayRecord && !maySell && data.state !== 'closed'
  useKeys(hasKeys && records ? { v: () => setAsking('record') } : {})
  return (
    <Stack gap={8}>
      {error && <FailedPart onRetry={refetch}>Of dit nummer gebeld mag worden, is niet geladen.</FailedPart>}
      {data && <CallLine state={data} lead={lead} />}
      {/* Keeps the room, so that nothing below moves away under a click. */}
      {!data && !error && <Skeleton height={children ? '20px' : '60px'} />}
      <Row gap={8} wrap>
        {records && (
          <Button tone="primary" icon={<ShieldCheck />} onClick={() => setAsking('record')}>
            Vastleggen {hasKeys && <Kbd>V</Kbd>}
          </Button>
        )}
        {(isOpen || (data && data.door !== 'shut')) && children?.(maySell ? 'primary' : 'secondary')}
        {beside}
        {closes && data && data.state !== 'closed' && (
          <Button tone="ghost" icon={<PhoneOff />} onClick={() => setAsking('close')}>
            Niet meer bellen
          </Button>
        )}
      </Row>
      {asking === 'record' && <RecordPermission phone={phone} lead={lead} onClose={() => setAsking(null)} />}
      {asking === 'close' && <CloseKnownNumber phone={phone} onClose={() => setAsking(null)} />}
    </Stack>
  )
}

const icons = { may: ShieldCheck, none: ShieldQuestion, closed: ShieldX } satisfies Record<CallPart, unknown>
const colors = { may: 'ok', none: 'warn', closed: 'bad' } as const satisfies Record<CallPart, string>

const advice: Partial<Record<NumberState['door'], string>> = {
  service: 'Alleen over afspraak of lopende sale. Doe geen aanbod.',
  warn: 'Vraag eerst toestemming. Binnenkort kun je dit nummer niet meer bellen.',
  shut: 'Bellen mag niet.',
}

interface CallLineProps {
  readonly state: Pick<NumberState, 'state' | 'until' | 'source' | 'door' | 'calledBy'>
  readonly lead?: CalledLead | undefined
}

/**
 * Shows in words whether a number may be called, and where only service is allowed, that no offer is made; also who has
 * the number open already.
 */
function CallLine({ state, lead }: CallLineProps) {
  const open = openBasisOf(lead, state.state)
  const part = open ? 'may' : callPartOf(state.state)
  const Icon = icons[part]
  const text = open ? `${basisLabels[open.kind]}: bellen mag tot ${untilOf(open)}` : callStateText(state)
  return (
    <Stack as="div" gap={2} role="status">
      <IconText as="p" icon={<Text as={Icon} color={colors[part]} aria-hidden="true" />} size={13} weight="bold">
        <Unbroken>{text}</Unbroken>
      </IconText>
      {!open && advice[state.door] && (
        <Text as="p" size={13} color="muted">
          {advice[state.door]}
        </Text>
      )}
      {state.calledBy && (
        <IconText as="p" icon={<Text as={PhoneCall} color="warn" aria-hidden="true" />} size={13} weight="bold">
          {describeCaller(state.calledBy)}
        </IconText>
      )}
    </Stack>
  )
}

const untilOf = ({ kind, until }: OpenBasis) => (kind === 'inbound' ? formatTime(until) : formatDateTime(until))

/** Shows a button that calls a number. */
export const CallButton = ({ phone }: { readonly phone: string }) => (
  <a href={telOf(phone)} className="pv-button pv-button-secondary" onClick={() => openNumber(phone)}>
    <Phone aria-hidden="true" />
    Bel {phone}
  </a>
)
