import type { Role } from '../../shared/access.ts'

export const views = ['day', 'week', 'month'] as const
export type View = (typeof views)[number]

const VIEW_KEY = 'calendar-view'

/** Keeps the view of the calendar that was chosen on this device. */
export const rememberView = (view: View): void => localStorage.setItem(VIEW_KEY, view)

/**
 * Returns the view of the calendar: the one in its address, else the one last chosen on this device. By default a phone
 * shows a day, an agent the own week, and everybody else a month. A phone has no week (spec §2).
 */
export function viewOf(asked: View | undefined, isPhone: boolean, role: Role): View {
  const chosen = asked ?? views.find((view) => view === localStorage.getItem(VIEW_KEY))
  if (isPhone && chosen === 'week') return 'day'
  return chosen ?? (isPhone ? 'day' : role === 'agent' ? 'week' : 'month')
}
