import { Pencil, Plus, Tags, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { CostCategory } from '../../../shared/costs/record.ts'
import { RecordList } from '../../records/list/record-list.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { ScreenBar } from '../../ui/frame/screen.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { CardRow } from '../../ui/table/data-table-card.tsx'
import type { Column } from '../../ui/table/data-table-types.ts'
import { useCategories } from './api.ts'

const CategoryDialog = onDemand(() => import('./category-dialog.tsx').then((m) => m.CategoryDialog))
const RemoveCategory = onDemand(() => import('./category-dialog.tsx').then((m) => m.RemoveCategory))

type Opened =
  | { readonly what: 'form'; readonly category: CostCategory | null }
  | { readonly what: 'remove'; readonly category: CostCategory }

/** Shows the list of categories of fixed costs, with buttons to add, change and delete one. */
export function CategoriesTab() {
  const list = useCategories()
  const [opened, setOpened] = useState<Opened | null>(null)
  const origin = useRef<HTMLElement | null>(null)
  const home = useRef<HTMLButtonElement>(null)
  const open = useCallback((next: Opened) => {
    origin.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setOpened(next)
  }, [])
  const columns = useMemo(() => columnsOf(open), [open])
  const close = () => setOpened(null)
  return (
    <>
      <ScreenBar
        actions={
          <Button ref={home} tone="primary" icon={<Plus />} onClick={() => open({ what: 'form', category: null })}>
            Categorie toevoegen
          </Button>
        }
      />
      <RecordList
        list={list}
        columns={columns}
        noun={{ one: 'categorie', many: 'categorieën' }}
        card={(category) => (
          <CardRow
            title={category.name}
            meta={[category.description, usedText(category)].filter(Boolean).join(' · ')}
            badge={<State category={category} />}
          />
        )}
        cardActions={(category) => <RemoveButton category={category} onOpen={open} />}
        onOpen={(category) => open({ what: 'form', category })}
        empty={{
          icon: <Tags />,
          title: 'Nog geen categorieën',
          text: 'Voeg een categorie toe, daarna vaste kosten.',
        }}
      />
      {opened?.what === 'form' && <CategoryDialog category={opened.category} returnFocus={origin} onClose={close} />}
      {opened?.what === 'remove' && (
        <RemoveCategory
          category={opened.category}
          returnFocus={origin}
          onGone={() => {
            origin.current = home.current
          }}
          onClose={close}
        />
      )}
    </>
  )
}

const usedText = ({ used }: CostCategory): string =>
  used === 0 ? 'Niet in gebruik' : used === 1 ? '1 regel' : `${used} regels`

const State = ({ category }: { readonly category: CostCategory }) =>
  category.isActive ? null : <Badge>Gedeactiveerd</Badge>

interface RemoveButtonProps {
  readonly category: CostCategory
  readonly onOpen: (opened: Opened) => void
}

const RemoveButton = ({ category, onOpen }: RemoveButtonProps) => (
  <IconButton
    size="small"
    label={`${category.name} verwijderen`}
    icon={<Trash2 />}
    onClick={() => onOpen({ what: 'remove', category })}
  />
)

const columnsOf = (onOpen: (opened: Opened) => void): Column<CostCategory>[] => [
  {
    id: 'name',
    header: 'Naam',
    least: 160,
    cell: ({ name }) => <span className="pv-strong">{name}</span>,
    sortBy: ({ name }) => name,
  },
  { id: 'description', header: 'Omschrijving', least: 180, dropOrder: 1, cell: ({ description }) => description },
  { id: 'used', header: 'In gebruik', width: 150, cell: usedText, sortBy: ({ used }) => used },
  { id: 'state', header: 'Status', width: 150, cell: (category) => <State category={category} /> },
  {
    id: 'actions',
    header: 'Acties',
    headerHidden: true,
    width: 92,
    align: 'end',
    cell: (category) => (
      <Row as="span" gap={2} justify="end">
        <IconButton
          size="small"
          label={`${category.name} bewerken`}
          icon={<Pencil />}
          onClick={() => onOpen({ what: 'form', category })}
        />
        <RemoveButton category={category} onOpen={onOpen} />
      </Row>
    ),
  },
]
