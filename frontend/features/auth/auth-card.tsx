import type { ReactNode } from 'react'
import { BrandSign } from '../../ui/frame/brand.tsx'
import './auth.css'

interface AuthCardProps {
  readonly title: string
  readonly subtitle: string
  readonly children: ReactNode
}

/** Draws the panel of the screens before the app. */
export function AuthCard({ title, subtitle, children }: AuthCardProps) {
  return (
    <main className="auth">
      <div className="auth-card">
        <header className="auth-header">
          <BrandSign />
          <h1 className="auth-title">{title}</h1>
          <p className="auth-subtitle">{subtitle}</p>
        </header>
        {children}
      </div>
    </main>
  )
}
