// Sets the theme before the first paint, and loads the shell's files early. Tested by lib/theme.test.ts.
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const schemes = ['blue', 'indigo', 'emerald', 'ocean', 'raspberry', 'amber']
  const scheme = schemes.includes(read('colorScheme')) ? read('colorScheme') : 'blue'
  const theme = read('theme')
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  const root = document.documentElement
  root.classList.add(`theme-${scheme}`)
  root.classList.toggle('dark', dark)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0d0e12' : '#f5f6f9')
  if (read('isAuthenticated') !== 'true') return
  for (const href of document.currentScript?.dataset.home?.split(' ') ?? []) {
    const link = document.createElement('link')
    const as = href.endsWith('.css') ? 'style' : 'script'
    Object.assign(link, { rel: as === 'script' ? 'modulepreload' : 'preload', as, href, crossOrigin: '' })
    link.fetchPriority = 'low'
    document.head.append(link)
  }
})()
