import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useLeaveGuard } from '../../../lib/leave-guard.ts'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'

/**
 * Asks before the user leaves `count` unsaved cells by Back, a link or an action; calls `discard` if the user leaves.
 * Returns the dialog (`question`), and `guarded`, which runs such an action after the question. The browser itself asks
 * when the page is closed.
 */
export function useLeaveQuestion(count: number, discard: () => void) {
  const navigate = useNavigate()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const isOn = count > 0
  useLeaveGuard(isOn, (go) => setLeave(() => go))

  useEffect(() => {
    if (!isOn) return
    function stop(event: MouseEvent): void {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      const isOrdinary = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
      if (!(link instanceof HTMLAnchorElement) || !isOrdinary || link.target || link.origin !== location.origin) return
      event.preventDefault()
      event.stopPropagation()
      setLeave(() => () => navigate(link.pathname + link.search))
    }
    document.addEventListener('click', stop, { capture: true })
    return () => document.removeEventListener('click', stop, { capture: true })
  }, [isOn, navigate])

  return {
    /** Runs an action that leaves the sheet, after asking when cells would be lost. */
    guarded: (go: () => void) => (isOn ? setLeave(() => go) : go()),
    question: leave && (
      <Confirm
        onOpenChange={() => setLeave(null)}
        title={count === 1 ? '1 cel weggooien?' : `${count} cellen weggooien?`}
        description="Wat je hebt ingevuld is nog niet opgeslagen."
        confirmText="Weggooien"
        cancelText="Verder bewerken"
        onConfirm={() => {
          discard()
          leave()
        }}
      />
    ),
  }
}
