import { matchPath } from 'react-router-dom'
import { type ClientError, clientErrors } from '../../../shared/api/client-errors.ts'
import { paths } from '../../domains/paths.ts'
import { readSessionId } from '../../lib/browser-storage.ts'
import { detailRoutes } from '../detail-routes.ts'
import { routes } from '../routes.ts'

/** Maximum number of errors that a page reports until it is loaded again. */
const MAX_REPORTS = 10

const POSITION = /\/assets\/([\w.~-]+\.js:\d+:\d+)/

const patterns = [
  ...routes.map(({ path }) => path),
  ...detailRoutes.flatMap((route) => route.paths.map((path) => `${path}/:id`)),
  ...[paths.presentedInvoice, paths.invitation].map((path) => `${path}/:token`),
  ...[paths.home, paths.login, paths.more],
]

const reported = new Set<string>()
/** Reports of errors before the login, which only logged-in people may send (decision 123). */
const waiting: ClientError[] = []

/**
 * Reports an error by its position in the code of the build, each position once; never throws. An error before the login
 * is reported after it. Reports nothing for an error elsewhere, such as in an extension of the browser; and neither
 * message nor address.
 */
export function reportError(kind: ClientError['kind'], error: unknown, place = ''): void {
  const stack = error instanceof Error ? error.stack : undefined
  const [, position] = POSITION.exec(place) ?? POSITION.exec(stack ?? '') ?? []
  const build = buildOf(document)
  if (position === undefined || build === undefined || reported.has(position) || reported.size >= MAX_REPORTS) return
  reported.add(position)
  const report: ClientError = { build, route: patternOf(location.pathname), kind, position }
  const sessionId = readSessionId()
  if (sessionId === null) waiting.push(report)
  else send(report, sessionId)
}

/** Sends the reports of errors before the login; called when somebody is logged in. */
export function reportEarlierErrors(): void {
  const sessionId = readSessionId()
  if (sessionId !== null) for (const report of waiting.splice(0)) send(report, sessionId)
}

function send(report: ClientError, sessionId: string): void {
  const { method, path } = clientErrors.report
  const sent = { method, headers: { 'content-type': 'application/json', sessionId }, body: JSON.stringify(report) }
  // The report of an error on leaving the page is sent too.
  fetch(path, { ...sent, keepalive: true, credentials: 'omit' }).catch(() => undefined)
}

/** Reports errors of scripts and promises that nothing catches. Returns a function that ends this. */
export function watchErrors(): () => void {
  const watched = new AbortController()
  const { signal } = watched
  addEventListener(
    'error',
    ({ error, filename, lineno, colno }) => reportError('script', error, `${filename}:${lineno}:${colno}`),
    { signal },
  )
  addEventListener('unhandledrejection', ({ reason }) => reportError('promise', reason), { signal })
  return () => watched.abort()
}

/** Returns the name of the file with which the build starts; undefined in development. */
const buildOf = (page: Document): string | undefined =>
  /\/assets\/([\w-]+)\.js$/.exec(page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '')?.[1]

/** Returns the pattern of an address, without what it names. */
const patternOf = (pathname: string): string => patterns.find((pattern) => matchPath(pattern, pathname)) ?? '/*'
