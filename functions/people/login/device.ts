/**
 * Patterns of user agents, in the order in which they are tried. Most browsers also name the browser on which they are
 * based, so that browser comes later.
 */
const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const

type Patterns = readonly (readonly [RegExp, string])[]
const nameIn = (patterns: Patterns, userAgent: string) => patterns.find(([pattern]) => pattern.test(userAgent))?.[1]

/**
 * Returns browser and system of a `User-Agent` header as a Dutch text, such as 'Chrome op Windows'. Returns 'Onbekende
 * browser' when the header names neither.
 */
export function describeBrowser(userAgent: string): string {
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (!browser && !system) return 'Onbekende browser'
  return `${browser ?? 'Onbekende browser'} op ${system ?? 'onbekend systeem'}`
}
