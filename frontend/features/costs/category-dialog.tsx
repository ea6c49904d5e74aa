import { costs } from '../../../shared/api/costs.ts'
import { type CostCategory, costCategory, NewCostCategory } from '../../../shared/costs/record.ts'
import { CallError } from '../../lib/call-error.ts'
import { useCommand } from '../../lib/query.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { useSave } from '../../records/dialog/use-save.ts'
import { showFailure } from '../../records/failure.ts'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import type { Returning } from '../../ui/dialogs/return-focus.ts'
import { toast } from '../../ui/messages/toast.ts'

interface CategoryDialogProps extends Returning {
  /** Category to change; null for a new one. */
  readonly category: CostCategory | null
}

/** Shows the form that adds or changes a category of fixed costs. */
export function CategoryDialog({ category, returnFocus, onClose }: CategoryDialogProps) {
  const save = useSave(costs.createCategory, costs.updateCategory)
  return (
    <RecordDialog
      card={costCategory}
      kind="cost-category"
      record={category}
      schema={NewCostCategory}
      initial={{ isActive: true }}
      size="small"
      save={save}
      conflict={{ newest: costs.categories }}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(_form, base, plain) => (
        <>
          {plain('text')}
          {base && plain('state')}
        </>
      )}
    </RecordDialog>
  )
}

interface RemoveCategoryProps extends Returning {
  readonly category: CostCategory
  readonly onGone: () => void
}

/**
 * Asks before a category is deleted; asks to deactivate it instead if it is active and in use. Calls `onGone` when the
 * category is deleted, or turns out to be deleted already.
 */
export function RemoveCategory({ category, returnFocus, onGone, onClose }: RemoveCategoryProps) {
  const remove = useCommand(costs.deleteCategory)
  const update = useCommand(costs.updateCategory)
  const { id, version, name, used, isActive } = category

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync({ params: { id } })
    } catch (error) {
      showFailure(error, { fallback: 'De categorie kon niet worden verwijderd.' })
      if (error instanceof CallError && error.status === 404) return onGone()
      throw error
    }
    onGone()
    toast({ title: 'Categorie verwijderd' })
  }

  async function deactivate(): Promise<void> {
    try {
      await update.mutateAsync({ params: { id }, body: { isActive: false }, version })
      toast({ title: 'Categorie gedeactiveerd' })
    } catch (error) {
      showFailure(error, { fallback: 'De categorie kon niet worden gedeactiveerd.' })
      throw error
    }
  }

  const usedText = used === 1 ? '1 regel heeft deze categorie.' : `${used} regels hebben deze categorie.`
  if (used > 0 && isActive) {
    return (
      <Confirm
        onOpenChange={onClose}
        returnFocus={returnFocus}
        title={`${name} deactiveren?`}
        description={`${usedText} Deactiveren bewaart de vaste kosten.`}
        confirmText="Deactiveren"
        tone="primary"
        onConfirm={deactivate}
      />
    )
  }
  return (
    <Confirm
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title={`${name} verwijderen?`}
      description={used === 0 ? 'Deze categorie is niet in gebruik.' : usedText}
      confirmText="Verwijderen"
      onConfirm={confirm}
    />
  )
}
