import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx'
import { AuditFilterFields } from './audit-filter-fields.tsx'
import type { AuditFiltersProps } from './audit-filters.tsx'

interface AuditFilterSheetProps extends AuditFiltersProps {
  readonly onClose: () => void
}

/** The filters on a phone; they work at once, so that closing is all there is left to do. */
export function AuditFilterSheet(props: AuditFilterSheetProps) {
  const { filtered, onReset, onClose } = props
  return (
    <Dialog open onOpenChange={onClose} title="Filters">
      <DialogBody>
        <AuditFilterFields {...props} />
      </DialogBody>
      <DialogFooter>
        <Button disabled={!filtered} onClick={onReset}>
          Filters wissen
        </Button>
        <Button tone="primary" onClick={onClose}>
          Toon auditlog
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
