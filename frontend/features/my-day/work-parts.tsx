import type { ComponentProps, ReactNode } from 'react'
import { placeText } from '../../../shared/street.ts'
import { CustomerLink } from '../../domains/customers.tsx'
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
    <Box as="blockquote" padding={12} surface size={13} overflow="break" above={6} className={styles.said}>
      {children}
    </Box>
  </section>
)
