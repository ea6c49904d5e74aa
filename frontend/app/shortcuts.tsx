import { useCan } from '../lib/session.ts'
import { Dialog, DialogBody } from '../ui/dialogs/dialog.tsx'
import { Kbd } from '../ui/display/kbd.tsx'
import { commandKeyText } from '../ui/frame/command-key.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { Text } from '../ui/layout/text.tsx'

interface ShortcutsProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Shows a dialog that lists the keyboard shortcuts. */
export function Shortcuts(props: ShortcutsProps) {
  const mayBook = useCan('appointment:create')
  const keys = [
    [commandKeyText(), 'Zoeken en snel ergens heen'],
    ['/', 'Zoeken en snel ergens heen'],
    ...(mayBook ? [['n', 'Nieuwe afspraak']] : []),
    ['?', 'Deze sneltoetsen'],
    ['↑ ↓', 'Van rij naar rij in een lijst'],
    ['Enter', 'De rij openen'],
    ['j k', 'Naar de volgende of vorige rij'],
    ['← →', 'Langs tabs en kolomtitels'],
    ['Shift + klik', 'Alle rijen ertussen selecteren'],
    ['b', 'Bellen, in Mijn dag'],
    ['v', 'Vastleggen dat je mag bellen, in Mijn dag'],
    ['1 – 5', 'Uitkomst, in Mijn dag'],
    ['z', 'Later, in Mijn dag'],
    ['Ctrl Enter', 'Opslaan'],
    [commandKeyText('Z'), 'Het laatste ongedaan maken'],
    ['Alt K', 'Naar een bekende klant, in een formulier'],
    ['Alt O', 'Bekende klant overnemen'],
    ['Alt ↓', 'De kalender van een datumveld openen'],
    ['F8', 'Naar de melding'],
    ['Esc', 'Sluiten'],
  ] as const
  return (
    <Dialog {...props} size="small" title="Sneltoetsen">
      <DialogBody>
        <Stack as="dl" gap={8} size={13}>
          {keys.map(([key, description]) => (
            <Row key={key} align="baseline">
              <Text as="dt" rigid minWidth={104}>
                <Kbd>{key}</Kbd>
              </Text>
              <dd>{description}</dd>
            </Row>
          ))}
        </Stack>
      </DialogBody>
    </Dialog>
  )
}
