import { MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { Confirm } from '../alert-dialog.tsx'
import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../menu.tsx'
import { Popover } from '../popover.tsx'
import { toast } from '../toast.ts'
import DemoDialog from './demo-dialog.tsx'
import { Hold, Part } from './part.tsx'

/** What opens over the page. */
export function LayerParts() {
  return (
    <Part title="Lagen">
      <Menu trigger={<IconButton label="Meer acties" tone="secondary" icon={<MoreHorizontal />} />} align="start">
        <MenuLabel>Sophie van Dam</MenuLabel>
        <MenuItem icon={<Pencil />} onSelect={() => toast({ title: 'Bewerken' })}>
          Bewerken
        </MenuItem>
        <MenuItem disabled onSelect={() => {}}>
          Kan nu niet
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => toast({ title: 'Weg', tone: 'destructive' })}>
          Verwijderen
        </MenuItem>
      </Menu>
      <Popover label="Uitleg" trigger={<Button>Popover</Button>}>
        <p>Een paar woorden uitleg.</p>
      </Popover>
      <Hold start={false}>
        {(open, set) => (
          <>
            <Button onClick={() => set(true)}>Dialoog</Button>
            {open && <DemoDialog onClose={() => set(false)} />}
          </>
        )}
      </Hold>
      <Hold start={false}>
        {(open, set) => (
          <>
            <Button tone="danger" onClick={() => set(true)}>
              Team verwijderen
            </Button>
            <Confirm
              open={open}
              onOpenChange={set}
              title="Team Roermond 1 verwijderen?"
              description="Weet je zeker dat je dit team wilt verwijderen?"
              confirmText="Verwijderen"
              onConfirm={() => new Promise((resolve) => setTimeout(resolve, 800))}
            />
          </>
        )}
      </Hold>
      <Button onClick={() => toast({ title: 'Afspraak opgeslagen' })}>Toast</Button>
      <Button
        onClick={() =>
          toast({ title: 'Fout', description: 'Er ging iets mis bij het verwijderen.', tone: 'destructive' })
        }
      >
        Toast met fout
      </Button>
    </Part>
  )
}
