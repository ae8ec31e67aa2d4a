import {
  ask,
  type Call,
  findReadable,
  type JsonObject,
  maintainedIn,
  type Operation,
  parseJson,
  QuireError,
  refusalOf,
  type UploadSettings,
} from '@quirecms/core/feature'
import { holdingLease } from './store-file.ts'
import { refuseIfOver, withFiles } from './file-work.ts'
import { objectsIn, withOtherKeys } from './named-objects.ts'
import { announce, forget, newObjectKey } from './stored-objects.ts'
import { runWithStored } from './with-file.ts'

/**
 * Copies the objects of a duplicated document (docs/contract/uploads.md#copies-of-files), so that each of the two can
 * be changed and deleted independently.
 */
export function duplicateFile({ quota }: UploadSettings): (duplicate: Operation<Call>) => Operation<Call> {
  return (duplicate) => ({
    ...duplicate,
    async run(call) {
      const { entity, input, runtime } = call
      const allowed = await ask(call, 'create', { id: input.id, data: input.body ?? {} })
      if (allowed.kind === 'never') throw refusalOf(call)
      const { stored: source } = await findReadable(call, { checksRevision: true })
      const objects = objectsIn(source.json)
      const copies = new Map(objects.map(({ key }) => [key, newObjectKey(endingOf(key))]))
      const keys = [...copies.values()]
      const described = maintainedIn(entity, parseJson(source.json) as JsonObject)
      const fields = withOtherKeys(entity.slug, described, (key) => copies.get(key) ?? key)
      const announced = objects.map(({ key, filesize }) => ({ key: copies.get(key) ?? key, bytes: filesize }))
      return withFiles(runtime, async ({ files, over }) => {
        await announce(call, quota, announced, [])
        try {
          await holdingLease(runtime, keys, async () => {
            for (const [from, to] of copies) {
              refuseIfOver(over)
              if (!(await files.store.copy(from, to, over)))
                throw new QuireError('conflict', 'The file was changed at the same time. Try again.')
            }
          })
        } catch (error) {
          await forget(call, keys)
          throw error
        }
        return runWithStored(call, duplicate, { keys, fields }, over)
      })
    },
  })
}

function endingOf(key: string): string {
  return key.split('.')[1] ?? ''
}
