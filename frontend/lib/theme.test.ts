// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const boot = readFileSync(`${import.meta.dirname}/../public/boot.js`, 'utf8')

interface Device {
  matches: boolean
  listeners: Set<() => void>
}

/** Fakes a device that prefers dark or light and can change. */
function device(dark: boolean): Device {
  const state: Device = { matches: dark, listeners: new Set() }
  vi.stubGlobal('matchMedia', (query: string) => ({
    media: query,
    get matches() {
      return state.matches
    },
    addEventListener: (_: string, listener: () => void) => state.listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => state.listeners.delete(listener),
  }))
  return state
}

const freshTheme = async () => {
  vi.resetModules()
  return import('./theme.ts')
}

const shown = () => ({
  classes: [...document.documentElement.classList].sort().join(' '),
  bar: document.querySelector('meta[name="theme-color"]')?.getAttribute('content'),
})

function emptyPage(): void {
  document.documentElement.className = ''
  document.head.innerHTML = '<meta name="theme-color" content="">'
}

beforeEach(() => {
  localStorage.clear()
  device(false)
  emptyPage()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('boot.js and theme.ts', () => {
  const choices = ['light', 'dark', 'system', 'nonsense', null].flatMap((theme) =>
    ['blue', 'amber', 'nonsense', null].flatMap((scheme) => [true, false].map((dark) => ({ theme, scheme, dark }))),
  )

  it.each(choices)('agree on $theme, $scheme on a dark device: $dark', async ({ theme, scheme, dark }) => {
    device(dark)
    if (theme !== null) localStorage.setItem('theme', theme)
    if (scheme !== null) localStorage.setItem('colorScheme', scheme)
    new Function(boot)()
    const atStart = shown()
    const { getTheme } = await freshTheme()
    const state = getTheme()
    expect(atStart.classes).toBe([state.dark && 'dark', `theme-${state.scheme}`].filter(Boolean).join(' '))
    expect(atStart.bar).toBe(state.dark ? '#0d0e12' : '#f5f6f9')
  })
})

describe('boot.js', () => {
  const home = ['/assets/home-1.js', '/assets/home-1.css']
  const loaded = () => {
    const script = document.createElement('script')
    script.dataset['home'] = home.join(' ')
    vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
    new Function(boot)()
    return [...document.head.querySelectorAll('link')].map((link) => `${link.rel} ${link.getAttribute('href')}`)
  }

  it('loads the files of the shell early for who is logged in', () => {
    localStorage.setItem('isAuthenticated', 'true')
    expect(loaded()).toEqual([`modulepreload ${home[0]}`, `preload ${home[1]}`])
  })

  it('loads nothing early for who has to log in', () => expect(loaded()).toEqual([]))
})

describe('choosing a theme', () => {
  it('is light and blue at first', async () => {
    const { getTheme } = await freshTheme()
    expect(getTheme()).toEqual({ theme: 'light', scheme: 'blue', dark: false })
  })

  it('stores, applies and announces a theme', async () => {
    const { setTheme, setColorScheme, subscribeToTheme, getTheme } = await freshTheme()
    const heard = vi.fn()
    const stop = subscribeToTheme(heard)
    setTheme('dark')
    setColorScheme('emerald')
    expect(localStorage.getItem('theme')).toBe('dark')
    expect(localStorage.getItem('colorScheme')).toBe('emerald')
    expect(shown()).toEqual({ classes: 'dark theme-emerald', bar: '#0d0e12' })
    expect(getTheme().dark).toBe(true)
    expect(heard).toHaveBeenCalledTimes(2)
    stop()
    setTheme('light')
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it('toggles from the present look', async () => {
    device(true)
    localStorage.setItem('theme', 'system')
    const { toggleTheme, getTheme } = await freshTheme()
    toggleTheme()
    expect(getTheme()).toMatchObject({ theme: 'light', dark: false })
  })

  it('follows the device when set to system', async () => {
    const screen = device(false)
    localStorage.setItem('theme', 'system')
    const { subscribeToTheme, getTheme } = await freshTheme()
    const stop = subscribeToTheme(() => {})
    screen.matches = true
    for (const listener of screen.listeners) listener()
    expect(getTheme().dark).toBe(true)
    expect(shown().classes).toContain('dark')
    stop()
    expect(screen.listeners.size).toBe(0)
  })
})
