import { Component, type ReactNode } from 'react'
import { noAnswer } from '../lib/call-error.ts'
import { page } from '../lib/page.ts'
import { ErrorState } from '../ui/error-state.tsx'

interface Props {
  readonly children: ReactNode
  /** Stands in place of what broke; by default a message with a way to try again. */
  readonly instead?: ReactNode
}

/**
 * Catches what a screen throws while drawing, so that the rest of the app stays. Tries again when asked; a screen whose
 * file could not be fetched, as after a release, needs the page anew.
 */
export class ErrorBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Onbekende fout') }
  }

  retry = (): void => {
    if (isMissingFile(this.state.error)) page.reload()
    else this.setState({ error: null })
  }

  override render(): ReactNode {
    const { children, instead } = this.props
    if (this.state.error === null) return children
    if (instead !== undefined) return instead
    return <ErrorState title="Er is iets misgegaan" error={shownError(this.state.error)} onRetry={this.retry} />
  }
}

/** In the words of the browsers, and of Vite for a screen's styles. */
const isMissingFile = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed|preload css/i.test(error.message)

const shownError = (error: unknown) => {
  if (!isMissingFile(error)) return undefined
  return navigator.onLine ? new Error('Er is een nieuwe versie van Partnerview. Laad de pagina opnieuw.') : noAnswer()
}
