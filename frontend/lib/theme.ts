import { useSyncExternalStore } from 'react'

/** What the user chose; `system` follows the device. Stored as `theme` (spec §3). */
const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** The colours one can choose from, as stored under `colorScheme` and set as `theme-{scheme}` (spec §3). */
export const colorSchemes = ['blue', 'indigo', 'emerald', 'ocean', 'raspberry', 'amber'] as const
export type ColorScheme = (typeof colorSchemes)[number]

interface ThemeState {
  readonly theme: Theme
  readonly scheme: ColorScheme
  /** Whether the page is dark now, `system` resolved. */
  readonly dark: boolean
}

/** The canvas colours of tokens.css, for the browser's own bar. */
const barColor = { light: '#f5f6f9', dark: '#0d0e12' }

const listeners = new Set<() => void>()
let current: ThemeState | undefined

/** The present theme; light and blue unless something else is stored (spec §3). */
export function getTheme(): ThemeState {
  current ??= read()
  return current
}

/** Stores and shows a theme. */
export function setTheme(theme: Theme): void {
  store('theme', theme)
  refresh()
}

/** Stores and shows a colour scheme. */
export function setColorScheme(scheme: ColorScheme): void {
  store('colorScheme', scheme)
  refresh()
}

/** Between light and dark; `system` becomes the opposite of what is shown (spec §4). */
export function toggleTheme(): void {
  setTheme(getTheme().dark ? 'light' : 'dark')
}

/** Calls the listener whenever the theme changes, also through the device or another tab. Returns the way to stop. */
export function subscribeToTheme(listener: () => void): () => void {
  if (listeners.size === 0) {
    deviceIsDark()?.addEventListener('change', refresh)
    window.addEventListener('storage', refresh)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    deviceIsDark()?.removeEventListener('change', refresh)
    deviceQuery = undefined
    window.removeEventListener('storage', refresh)
  }
}

/** The theme as React state. */
export function useTheme(): ThemeState {
  return useSyncExternalStore(subscribeToTheme, getTheme)
}

function refresh(): void {
  const next = read()
  const last = current
  if (next.theme === last?.theme && next.scheme === last.scheme && next.dark === last.dark) return
  current = next
  show(next)
  for (const listener of listeners) listener()
}

function show({ scheme, dark }: ThemeState): void {
  const { classList } = document.documentElement
  for (const name of colorSchemes) classList.toggle(`theme-${name}`, name === scheme)
  classList.toggle('dark', dark)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? barColor.dark : barColor.light)
}

function read(): ThemeState {
  const theme = themes.find((name) => name === stored('theme')) ?? 'light'
  const scheme = colorSchemes.find((name) => name === stored('colorScheme')) ?? 'blue'
  return { theme, scheme, dark: theme === 'dark' || (theme === 'system' && deviceIsDark()?.matches === true) }
}

let deviceQuery: MediaQueryList | undefined

function deviceIsDark(): MediaQueryList | undefined {
  if (typeof window.matchMedia !== 'function') return undefined
  deviceQuery ??= window.matchMedia('(prefers-color-scheme: dark)')
  return deviceQuery
}

// A browser that keeps no site data throws on access; the choice then lasts until the page is left.
const unsaved = new Map<string, string>()

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return unsaved.get(key) ?? null
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    unsaved.set(key, value)
  }
}
