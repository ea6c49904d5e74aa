import { useSyncExternalStore } from 'react'

/** Themes that a user can choose; `system` follows the device. Stored as `theme` (spec §3). */
const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** Colour schemes that a user can choose; stored as `colorScheme` and set as class `theme-{scheme}` (spec §3). */
export const colorSchemes = ['blue', 'indigo', 'emerald', 'ocean', 'raspberry', 'amber'] as const
export type ColorScheme = (typeof colorSchemes)[number]

interface ThemeState {
  readonly theme: Theme
  readonly scheme: ColorScheme
  /** Set when the page is dark now, with `system` resolved. */
  readonly dark: boolean
}

/** Colours of the bar of the browser: those of the page background, as in tokens.css. */
const barColor = { light: '#f5f6f9', dark: '#0d0e12' }

const listeners = new Set<() => void>()
let current: ThemeState | undefined

/** Returns the current theme; light and blue unless another one is stored (spec §3). */
export function getTheme(): ThemeState {
  current ??= read()
  return current
}

/** Stores and applies a theme. */
export function setTheme(theme: Theme): void {
  store('theme', theme)
  refresh()
}

/** Stores and applies a colour scheme. */
export function setColorScheme(scheme: ColorScheme): void {
  store('colorScheme', scheme)
  refresh()
}

/** Switches between light and dark; `system` becomes the opposite of the current look (spec §4). */
export function toggleTheme(): void {
  setTheme(getTheme().dark ? 'light' : 'dark')
}

/**
 * Calls the listener whenever the theme changes, also by the device or in another tab. Returns a function that removes
 * the listener.
 */
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

/** Returns the theme as React state. */
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
  const theme = themes.find((name) => name === readStored('theme')) ?? 'light'
  const scheme = colorSchemes.find((name) => name === readStored('colorScheme')) ?? 'blue'
  return { theme, scheme, dark: theme === 'dark' || (theme === 'system' && deviceIsDark()?.matches === true) }
}

let deviceQuery: MediaQueryList | undefined

function deviceIsDark(): MediaQueryList | undefined {
  if (typeof window.matchMedia !== 'function') return undefined
  deviceQuery ??= window.matchMedia('(prefers-color-scheme: dark)')
  return deviceQuery
}

// A browser that blocks site data throws at access to storage; the choice then lasts until the page is left.
const unsaved = new Map<string, string>()

function readStored(key: string): string | null {
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
