import { Component, type ReactNode } from 'react'
import { page } from '../lib/page.ts'
import { ErrorState } from '../ui/error-state.tsx'

interface Props {
  readonly children: ReactNode
}

/**
 * Catches what a screen throws while drawing, so that the rest of the app stays. Tries again when asked; a screen whose
 * file is no longer on the server after a release needs the page anew.
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
    if (this.state.error === null) return this.props.children
    return <ErrorState title="Er is iets misgegaan" error={shownError(this.state.error)} onRetry={this.retry} />
  }
}

const isMissingFile = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|module script failed/i.test(error.message)

const shownError = (error: unknown) =>
  isMissingFile(error) ? new Error('Er is een nieuwe versie van Partnerview. Laad de pagina opnieuw.') : undefined
