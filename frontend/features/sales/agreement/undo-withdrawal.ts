import { sales } from '../../../../shared/api/sales.ts'
import { useCommand } from '../../../lib/query.ts'
import { toast } from '../../../ui/messages/toast.ts'

/** Returns the function that undoes the withdrawal of a sale, and the text for a failure of it. */
export function useUndoWithdrawal(id: string) {
  const command = useCommand(sales.undoWithdrawal)
  async function undo(version: number) {
    const sale = await command.mutateAsync({ params: { id }, version })
    toast({ title: 'Herroepen ongedaan gemaakt', description: sale.customerName })
    return sale
  }
  return { undo, fallback: 'Ongedaan maken is niet gelukt.' }
}
