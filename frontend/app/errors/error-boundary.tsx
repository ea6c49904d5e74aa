import { Component, type ReactNode } from 'react'
import { buildNoAnswerError } from '../../lib/call-error.ts'
import { page } from '../../lib/page.ts'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { reportError } from './report-errors.ts'

interface Props {
  readonly children: ReactNode
  /** Content in place of the failed part; by default a message with a retry button. */
  readonly instead?: ReactNode
}

/**
 * Catches errors of a part of the page while it renders, reports them, and shows `instead`, by default a message with
 * a retry button. That button reloads the page when the code of a screen could not be loaded.
 */
export class ErrorBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Onbekende fout') }
  }

  override componentDidCatch(error: unknown): void {
    if (!isMissingFile(error)) reportError('drawing', error)
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

/** Tells whether a file of code or styles could not be loaded, by the messages of browsers and of Vite. */
const isMissingFile = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed|preload css/i.test(error.message)

const shownError = (error: unknown) => {
  if (!isMissingFile(error)) return undefined
  return navigator.onLine
    ? new Error('Er is een nieuwe versie van Partnerview. Laad de pagina opnieuw.')
    : buildNoAnswerError()
}
