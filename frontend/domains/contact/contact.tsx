import { Ban, Phone } from 'lucide-react'
import type { DoNotCall } from '../../../shared/api/parts/fields.ts'
import { readPhones } from '../../../shared/identifiers.ts'
import type { MayCallShown } from '../../../shared/numbers/state-texts.ts'
import { callPartOf } from '../../../shared/numbers/states.ts'
import { placeText } from '../../../shared/street.ts'
import { formatDate } from '../../lib/format.ts'
import { Text } from '../../ui/layout/text.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import styles from './contact.module.css'
import '../../ui/buttons/button.css'

const GatedPhone = onDemand(
  () => import('./gated-phone.tsx').then((m) => m.GatedPhone),
  ({ phone }) => phone,
)

/** Returns in words since when a number may not be called: `sinds 21-11-2026`. */
export const describeDoNotCall = ({ date }: DoNotCall): string => `sinds ${formatDate(date)}`

/** Returns the `tel:` address that calls a phone number, the first one of several. */
export const telOf = (phone: string): string => `tel:${(readPhones(phone)[0] ?? phone).replaceAll(' ', '')}`

interface DoNotCallBadgeProps {
  readonly since: DoNotCall
  /** Set where only an icon fits, so that the text is visually hidden. */
  readonly brief?: boolean
}

/**
 * Shows a badge that a number may not be called, with the date in its tooltip (rulings 32). With `brief` only its icon
 * is visible.
 */
export function DoNotCallBadge({ since, brief = false }: DoNotCallBadgeProps) {
  return (
    <Text
      size={12}
      weight="bold"
      color="bad"
      overflow="nowrap"
      className={styles.doNotCall}
      data-tip={`Wil niet gebeld worden ${describeDoNotCall(since)}`}
    >
      <Ban aria-hidden="true" size={14} />
      <span className={brief ? 'pv-hidden' : undefined}>Wil niet gebeld worden</span>
      <span className="pv-hidden"> {describeDoNotCall(since)}</span>
    </Text>
  )
}

interface MapLinkProps {
  /** Record with the place, each part as far as it is known. */
  readonly place: Parameters<typeof placeText>[0]
}

/** Shows an address as a link to the place on a map; renders nothing without a place. */
export function MapLink({ place }: MapLinkProps) {
  const query = placeText(place)
  if (query === '') return null
  return (
    <a
      href={`https://www.openstreetmap.org/search?${new URLSearchParams({ query })}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {query} <span className="pv-hidden">op de kaart, opent een nieuw tabblad</span>
    </a>
  )
}

interface CustomerPhoneProps {
  readonly phone: string
  /** Do-not-call record of the number; null for a number that may be called. */
  readonly closed: DoNotCall | null
  /** State of the number where a call would be an offer; absent for a call about what runs. */
  readonly mayCall?: MayCallShown | undefined
  readonly brief?: boolean
}

/** Shows a phone number as a link that calls it. */
const PhoneLink = ({ phone }: Pick<CustomerPhoneProps, 'phone'>) => (
  <a className={styles.link} href={telOf(phone)}>
    {phone}
  </a>
)

/**
 * Shows the phone number of a customer: a link that calls it, or text if it is `closed` to calls or no offer may be
 * made. With `brief` the badge beside the text is only an icon.
 */
export function CustomerPhone({ phone, closed, mayCall, brief }: CustomerPhoneProps) {
  if (closed) {
    return (
      <>
        <span className={styles.doNotCallNumber}>{phone}</span>{' '}
        <DoNotCallBadge since={closed} {...(brief && { brief })} />
      </>
    )
  }
  if (!mayCall || callPartOf(mayCall.state) === 'may') return <PhoneLink phone={phone} />
  return (
    <GatedPhone phone={phone} mayCall={mayCall}>
      <PhoneLink phone={phone} />
    </GatedPhone>
  )
}

interface CallLinkProps {
  readonly name: string
  readonly phone: string
}

/** Shows the button beside the card of a customer on a phone; a click calls the customer. */
export function CallLink({ name, phone }: CallLinkProps) {
  return (
    <a
      href={telOf(phone)}
      aria-label={`${name} bellen`}
      className="pv-button pv-button-ghost pv-icon-button pv-color-accent"
    >
      <Phone aria-hidden="true" />
    </a>
  )
}
