/** Unsaved input of a form. */
export interface Draft {
  /** Time of the last change, in epoch milliseconds. */
  readonly at: number
  /** Version of the record that was edited; null for a new record. */
  readonly version: number | null
  readonly values: Readonly<Record<string, unknown>>
}

const PREFIX = 'draft:'
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000

const keyOf = (userId: string, form: string) => `${PREFIX}${userId}:${form}`

/** Returns the draft that a user left in a form on this device. Null without one from the last seven days. */
export function loadDraft(userId: string, form: string): Draft | null {
  return parseDraft(localStorage.getItem(keyOf(userId, form)))
}

/** Stores a draft at once. Without space in the browser, removes the earlier draft of the form instead. */
export function keepDraft(userId: string, form: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(userId, form), JSON.stringify(draft))
  } catch {
    dropDraft(userId, form)
  }
}

/** Removes the draft of a form, once it is saved or discarded. */
export const dropDraft = (userId: string, form: string): void => localStorage.removeItem(keyOf(userId, form))

/** Removes all drafts from this device, except those of the user `except` from the last seven days. */
export function dropDrafts(except?: string): void {
  for (const key of Object.keys(localStorage)) {
    const stays = except !== undefined && key.startsWith(keyOf(except, '')) && parseDraft(localStorage.getItem(key))
    if (key.startsWith(PREFIX) && !stays) localStorage.removeItem(key)
  }
}

function parseDraft(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null
    return draft && Date.now() - draft.at < MAX_AGE_MS && typeof draft.values === 'object' ? draft : null
  } catch {
    return null
  }
}
