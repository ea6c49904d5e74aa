import { Phone } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { placeText } from '../../../shared/street.ts'
import { telOf } from '../../domains/contact/contact.tsx'
import { CustomerLink } from '../../domains/customers.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Kbd } from '../../ui/display/kbd.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Box } from '../../ui/layout/box.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './my-day.module.css'

type Customer = ComponentProps<typeof CustomerLink>['record'] &
  Parameters<typeof placeText>[0] & { readonly companyName?: string | null | undefined }

/** Shows the customer of a work item, with company and place. */
export const WorkCustomer = ({ record }: { readonly record: Customer }) => (
  <div>
    <Text as="h2" size={20} weight="bold" overflow="break">
      <CustomerLink record={record} />
    </Text>
    <p className="pv-soft">{[record.companyName, placeText(record)].filter(Boolean).join(' · ')}</p>
  </div>
)

interface PhoneButtonProps {
  readonly phone: string
  readonly tone: 'primary' | 'secondary'
}

/** Shows a link that calls the number, also by the key B. */
export function PhoneButton({ phone, tone }: PhoneButtonProps) {
  const call = useRef<HTMLAnchorElement>(null)
  useKeys({ b: () => call.current?.click() })
  return (
    <Text
      ref={call}
      href={telOf(phone)}
      as="a"
      tabular
      className={classNames(
        'amplify-button',
        tone === 'primary' && 'amplify-button--primary',
        `pv-button pv-button-${tone}`,
        styles.phone,
      )}
    >
      <Phone aria-hidden="true" />
      {phone}
      <Kbd>B</Kbd>
    </Text>
  )
}

interface SaidProps {
  readonly title: string
  readonly children: ReactNode
}

/** Shows under a heading what was noted. */
export const Said = ({ title, children }: SaidProps) => (
  <section>
    <Text as="h3" size={13} weight="bold" color="muted">
      {title}
    </Text>
    <Box as="blockquote" padding={12} surface overflow="break" className={styles.said}>
      {children}
    </Box>
  </section>
)
