import type { ReactNode } from 'react'
import { BrandSign } from '../../ui/frame/brand.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './auth.module.css'

interface AuthCardProps {
  readonly title: string
  readonly subtitle: string
  readonly children: ReactNode
}

/** Shows the card with logo, title and subtitle around the login, password and 2FA screens. */
export function AuthCard({ title, subtitle, children }: AuthCardProps) {
  return (
    <main className={styles.auth}>
      <div className={styles.card}>
        <Stack as="header" align="center" text="center" className={styles.header}>
          <BrandSign />
          <Text as="h1" size={22} weight="bold" above={16}>
            {title}
          </Text>
          <Text as="p" color="muted" above={4} className={styles.subtitle}>
            {subtitle}
          </Text>
        </Stack>
        {children}
      </div>
    </main>
  )
}
