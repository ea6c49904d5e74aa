import type { CallInput, Endpoint } from '../../../shared/api/parts/endpoint.ts'
import type { Reply } from '../../lib/client.ts'
import { useCommand } from '../../lib/query.ts'
import type { EditedRecord } from './use-edited.ts'

type BodyOf<E extends Endpoint> = CallInput<E> extends { body: infer Body } ? Body : never

/**
 * Returns the `save` of a `RecordDialog` whose form is the body of both endpoints: it changes `base`, or creates a record
 * when that is null.
 */
export function useSave<const C extends Endpoint, const U extends Endpoint>(create: C, update: U) {
  const { mutateAsync: creating } = useCommand(create)
  const { mutateAsync: updating } = useCommand(update)
  return (body: BodyOf<C> & BodyOf<U>, base: EditedRecord | null): Promise<Reply<C> | Reply<U>> =>
    base
      ? updating({ params: { id: String(base.id) }, body, version: base.version } as never)
      : creating({ body } as never)
}
