/** What was typed into a form and not saved yet. */
export interface Draft {
  /** When it was typed last, in epoch milliseconds. */
  readonly at: number
  /** The version of the record it was typed over; null for a new one. */
  readonly version: number | null
  readonly values: Readonly<Record<string, unknown>>
}

const PREFIX = 'draft:'
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

const keyOf = (userId: string, form: string) => `${PREFIX}${userId}:${form}`

/** The draft a user left in a form on this device, of the last seven days; null when there is none. */
export function loadDraft(userId: string, form: string): Draft | null {
  return parsed(localStorage.getItem(keyOf(userId, form)))
}

/** Keeps what is typed, at once. A browser without room for it keeps nothing. */
export function keepDraft(userId: string, form: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(userId, form), JSON.stringify(draft))
  } catch {
    dropDraft(userId, form)
  }
}

/** Forgets what was typed: it is saved or thrown away. */
export const dropDraft = (userId: string, form: string): void => localStorage.removeItem(keyOf(userId, form))

/** Forgets all drafts of this device, but for the fresh ones of a user who goes on. */
export function dropDrafts(except?: string): void {
  for (const key of Object.keys(localStorage)) {
    const stays = except !== undefined && key.startsWith(keyOf(except, '')) && parsed(localStorage.getItem(key))
    if (key.startsWith(PREFIX) && !stays) localStorage.removeItem(key)
  }
}

function parsed(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null
    return draft && Date.now() - draft.at < KEPT_MS && typeof draft.values === 'object' ? draft : null
  } catch {
    return null
  }
}
