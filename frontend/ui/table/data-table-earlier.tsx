import { ArrowUp } from 'lucide-react'
import './data-table.css'
import '../layout/layout.css'
import '../layout/text.css'
import { Button } from '../buttons/button.tsx'
import type { EarlierRows } from './data-table-types.ts'

/** Shows the button that loads the rows before the first one of a list; nothing when there are none. */
export function EarlierButton({ rows }: { readonly rows: EarlierRows | undefined }) {
  if (!rows || !(rows.hasMore || rows.isFetching || rows.isError)) return null
  return (
    <div className="pv-list-earlier pv-line-below pv-beside pv-text-12">
      <Button size="small" tone="ghost" icon={<ArrowUp />} busy={rows.isFetching} onClick={() => void rows.fetch()}>
        {rows.text}
      </Button>
      {rows.isError && <span role="alert">Laden is niet gelukt. Probeer het opnieuw.</span>}
    </div>
  )
}
