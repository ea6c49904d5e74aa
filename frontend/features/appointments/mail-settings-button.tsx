import { MailCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../../ui/buttons/icon-button.tsx'

const MailSettingsDialog = lazy(() =>
  import('./mail-settings-dialog.tsx').then((m) => ({ default: m.MailSettingsDialog })),
)

/** Shows the button that opens 'Mailinstellingen'. */
export function MailSettingsButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Mailinstellingen" icon={<MailCheck />} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {open && (
        <Suspense fallback={null}>
          <MailSettingsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
