import type { ReactNode } from 'react'
import { BrandSign } from '../../ui/frame/brand.tsx'
import './auth.css'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'

interface AuthCardProps {
  readonly title: string
  readonly subtitle: string
  readonly children: ReactNode
}

/** Shows the card with logo, title and subtitle around the login, password and 2FA screens. */
export function AuthCard({ title, subtitle, children }: AuthCardProps) {
  return (
    <main className="auth">
      <div className="auth-card">
        <Stack as="header" align="center" className="auth-header">
          <BrandSign />
          <Text as="h1" size={22} weight="bold" className="auth-title">
            {title}
          </Text>
          <Text as="p" color="muted" className="auth-subtitle">
            {subtitle}
          </Text>
        </Stack>
        {children}
      </div>
    </main>
  )
}
