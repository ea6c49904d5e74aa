/**
 * The date in what someone typed, as `yyyy-mm-dd`: `1-2-26`, `01-02-2026`, `1/2/2026`, `1.2.26`, `01022026` or
 * `2026-02-01`; day before month, two digits of a year mean this century. Null when it is no date or does not exist.
 */
export function parseDate(text: string): string | null {
  const typed = text.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2}|\d{4})$/.exec(typed) ?? /^(\d\d)(\d\d)(\d{4}|\d\d)$/.exec(typed)
  if (!parts) return null
  const year = Number(parts[3])
  return dateOf(year < 100 ? 2000 + year : year, Number(parts[2]), Number(parts[1]))
}

/** `01-02-2026` for `2026-02-01`; any other text is given back as it is. */
export function dateText(value: string): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)
  return parts ? `${parts[3]}-${parts[2]}-${parts[1]}` : value
}

/** The wall time in what someone typed, as `HH:mm`: `9`, `930`, `9:30`, `9.30`, `0930`. Null when it is none. */
export function parseTime(text: string): string | null {
  const parts = /^(\d{1,2})(?:[:.]?(\d\d))?$/.exec(text.trim().replace(/\s*(uur|u)$/i, ''))
  if (!parts) return null
  const hour = Number(parts[1])
  const minute = Number(parts[2] ?? 0)
  if (hour > 23 || minute > 59) return null
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

function dateOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}
