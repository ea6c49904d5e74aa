import { Settings2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../../ui/buttons/icon-button.tsx'

const SettingsDialog = lazy(() => import('./settings-dialog.tsx').then((m) => ({ default: m.SettingsDialog })))

/** Shows the button that opens 'Contractinstellingen'. */
export function SettingsButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label="Contractinstellingen"
        icon={<Settings2 />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <SettingsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
