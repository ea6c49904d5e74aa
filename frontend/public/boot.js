// Sets the theme before the first paint. Kept in step with lib/theme.ts by its test.
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
})()
