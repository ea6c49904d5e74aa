import { Navigation, Phone } from 'lucide-react'
import { useRef } from 'react'
import { placeText } from '../../../shared/street.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Kbd } from '../../ui/display/kbd.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Text } from '../../ui/layout/text.tsx'
import styles from './contact.module.css'
import { telOf } from './contact.tsx'
import { openNumber } from './number-door.ts'

interface PhoneButtonProps {
  readonly phone: string
  readonly tone: 'primary' | 'secondary'
  /** Set in a dialog, which shows the number elsewhere and takes no keys. */
  readonly isBrief?: boolean
}

/** Shows a link that calls the number, also by the key B. */
export function PhoneButton({ phone, tone, isBrief = false }: PhoneButtonProps) {
  const call = useRef<HTMLAnchorElement>(null)
  useKeys(isBrief ? {} : { b: () => call.current?.click() })
  return (
    <Text
      ref={call}
      href={telOf(phone)}
      onClick={() => openNumber(phone)}
      as="a"
      tabular
      className={classNames(`pv-button pv-button-${tone}`, !isBrief && styles.phone)}
    >
      <Phone aria-hidden="true" />
      {isBrief ? 'Bellen' : phone}
      {!isBrief && <Kbd>B</Kbd>}
    </Text>
  )
}

/** Shows a link to the route to an address on a map; renders nothing without a place. */
export function RouteButton({ place }: { readonly place: Parameters<typeof placeText>[0] }) {
  const to = placeText(place)
  if (to === '') return null
  return (
    <LinkButton
      newTab
      to={`https://www.openstreetmap.org/directions?${new URLSearchParams({ to })}`}
      icon={<Navigation aria-hidden="true" />}
    >
      Route
    </LinkButton>
  )
}
